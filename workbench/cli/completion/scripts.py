"""The completion scripts, each of which asks `workbench __complete` for the candidates.

The first line of an answer is `files` if paths are possible too; each further line is a word, a tab and its
description.
"""

from __future__ import annotations

_BASH = """\
# bash completion of workbench; eval "$(workbench completion bash)"
_workbench() {
    local answer line
    COMPREPLY=()
    answer=$(workbench __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return
    while IFS= read -r line; do
        if [ "$line" = files ]; then
            compopt -o default -o filenames 2>/dev/null
        elif [ -n "$line" ] && [ "$line" != words ]; then
            COMPREPLY+=("${line%%$'\\t'*}")
            case "$line" in *=$'\\t'*) compopt -o nospace 2>/dev/null ;; esac
        fi
    done <<< "$answer"
}
complete -F _workbench workbench
"""

_ZSH = """\
#compdef workbench
# zsh completion of workbench; workbench completion zsh > a folder of $fpath/_workbench
_workbench() {
    local -a answer described open
    local line word
    answer=("${(@f)$(workbench __complete zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    for line in "${(@)answer[2,-1]}"; do
        [[ -n $line ]] || continue
        word=${line%%$'\\t'*}
        if [[ $word == *= ]]; then
            open+=("${word//:/\\\\:}:${line#*$'\\t'}")
        else
            described+=("${word//:/\\\\:}:${line#*$'\\t'}")
        fi
    done
    (( ${#open} )) && _describe -V word open -S ''
    (( ${#described} )) && _describe -V word described
    if [[ ${answer[1]} == files ]]; then
        compset -P '*='
        _files
    fi
}
if [[ $funcstack[1] == _workbench ]]; then
    _workbench "$@"
else
    compdef _workbench workbench
fi
"""

_FISH = """\
# fish completion of workbench; workbench completion fish > ~/.config/fish/completions/workbench.fish
function __workbench_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (workbench __complete fish -- $words[2..-1] "$current" 2>/dev/null)
    for line in $answer[2..-1]
        echo $line
    end
    if test "$answer[1]" = files
        __fish_complete_path (string replace -r '^--[^=]*=' '' -- "$current")
    end
end
complete -c workbench -f -a '(__workbench_complete)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
