"""Rules for passwords that are plain words, in positions where only a password can be.

A word after `password` is usually a type, a label or a variable. These rules therefore require more than the
name: quotes, a settings line with nothing else on it, a shell variable, a connection string, or another
option of the same command. Other words that occur in these positions are listed in `secret_words`.
"""

# ruff: noqa: E501 (a pattern is read on one line)

from __future__ import annotations

import re

from workbench.masking.secret_rule import Rule, rule
from workbench.masking.secret_values import mixed
from workbench.masking.secret_words import (
    argument,
    chosen,
    either,
    line_value,
    phrase,
    quoted_word,
    setter,
    variable,
)

_PASS = r"(?:pass(?:word|wd|phrase|code)|passwort|kennwort|pwd|pass|psk)"
_CUES = "pass|pwd|kennwort|psk"
_SECRET = r"(?:pass(?:word|wd|phrase|code|(?![a-z]))|pwd|secret|token|(?:api|access|private|secret|signing|auth)[_-]?key)"
_SECRET_CUES = "pass|pwd|secret|token|key"
_PLACES = re.compile("pass|pwd|kennwort|psk")
_SECRET_PLACES = re.compile("pass|pwd|secret|token|api|access|private|signing|auth")
_BEFORE = r"(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_.-]){0,6}"
_MINUSES = r"(?:[A-Za-z0-9]{1,20}-){0,3}"


def passwords() -> tuple[Rule, ...]:
    """Return the rules for settings, code, command lines, addresses and connection strings."""
    return (*_settings(), *_code(), *_pairs(), *_command_lines(), *_other_commands(), *_connections())


def _settings() -> list[Rule]:
    i, m = re.IGNORECASE, re.MULTILINE
    # fmt: off
    return [
        rule("password in settings", f"{_CUES}|pw|contrase|senha",
             rf"^[ \t>#|+-]{{0,16}}(?:\d{{1,6}}[\t\N{{RIGHTWARDS ARROW}}][ \t]{{0,16}})?(?:-[ \t]{{1,4}}|export[ \t]{{1,4}}|set[ \t]{{1,4}})?{_BEFORE}(?:{_PASS}|pw|contrase(?:n|\N{{LATIN SMALL LETTER N WITH TILDE}})a|senha|mot de passe)[ \t]{{0,12}}[:=][ \t]{{0,12}}([^\s\"'`]{{4,200}})[ \t\r]*$",
             line_value, i | m),
        rule("password in a variable", _CUES,
             r"(?:PASSWORD|PASSWD|PASSPHRASE|PASS|PWD)=([^\s\"'`;&|<>(){}\[\]\\$,]{4,200})(?=$|[\s;&|\"'`\\])", variable)._replace(places=_PLACES),
        rule("secret in a variable", "secret|token|key|pass|pwd",
             r"^[ \t]{0,8}(?:ENV|ARG|setx|setenv|set[ \t]{1,2}-[gxU]{1,3})[ \t]{1,4}[A-Z0-9_]{0,60}(?:SECRET|TOKEN|KEY|PASSWORD|PASSWD|PASS|PWD)[ \t]{1,4}[\"']?([^\s\"'$]{8,400})", mixed, m),
        rule("password in a variable", _CUES,
             r"^[ \t]{0,8}(?:ENV|ARG|setx|setenv|set[ \t]{1,2}-[gxU]{1,3})[ \t]{1,4}[A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|PASS|PWD)[ \t]{1,4}[\"']?([^\s\"'$]{5,400})", chosen, m),
    ]
    # fmt: on


def _code() -> list[Rule]:
    i = re.IGNORECASE
    # fmt: off
    return [
        rule("password with its name", _CUES,
             rf"{_PASS}\\?[\"']?\]?[ \t]{{0,4}}(?:=>|:=|=|:)[ \t]{{0,4}}\\?[\"']([^\"'\s\\]{{5,200}})\\?[\"']", quoted_word, i)._replace(places=_PLACES),
        rule("password in a login", "auth|credential",
             r"(?:\bauth=|\b(?:HTTPBasicAuth|HTTPDigestAuth|BasicAuth|basic_auth|basicAuth|SetBasicAuth|NetworkCredential|PasswordCredentials?|UsernamePasswordCredentials|PasswordAuthentication|PlainAuth|with_basic_auth|\.auth))"
             r"\(\s{0,4}(?:\"\",[ \t]{0,2})?[\"'][^\"'\s]{1,100}[\"'][ \t]{0,4},[ \t]{0,4}[\"']([^\"'\s]{5,200})[\"']", chosen),
        rule("password in a login", "login(", r"\.login\(\s{0,4}[\"'][^\"'\s]{1,100}[\"'][ \t]{0,4},[ \t]{0,4}[\"']([^\"'\s]{5,200})[\"']", chosen),
        rule("password in a form", "type=",
             r"<input\b[^<>]{0,200}type=\\?[\"']password\\?[\"'][^<>]{0,200}\bvalue=\\?[\"']([^\"'\s\\<>]{5,200})", chosen, i),
        rule("password in markup", "</", rf"<[A-Za-z:_-]{{0,30}}{_PASS}>([^<>\s]{{5,400}})</", chosen, i),
        rule("password in a sentence", "pass", r"\bpass(?:word|phrase|wd|code)[ \t]{1,3}(?:is|was|to|will be|of)[ \t]{0,3}:?[ \t]{0,3}[\"'`]([^\s\"'`]{5,100})[\"'`]", quoted_word, i),
    ]
    # fmt: on


def _pairs() -> list[Rule]:
    """Return the rules for a name with its value: two record members, two arguments, or a call's argument."""
    i = re.IGNORECASE
    value = r"\\?[\"']?([^\s\"'`\\<>{}$,]{5,400})"
    # fmt: off
    return [
        rule("secret beside its name", "value",
             rf"\b(?:name|key)\\?[\"']?[ \t]{{0,4}}[:=][ \t]{{0,4}}\\?[\"']?[A-Za-z0-9_.-]{{0,40}}?{_SECRET}\\?[\"']?,?\s{{1,40}}\\?[\"']?value\\?[\"']?[ \t]{{0,4}}[:=][ \t]{{0,4}}{value}", either, i),
        rule("secret in a call", _SECRET_CUES, rf"{_SECRET}\(\s{{0,20}}[\"']([^\"'\s\\]{{5,400}})[\"'][ \t]{{0,4}}\)", setter, i)._replace(places=_SECRET_PLACES),
        rule("secret behind a symbol", _SECRET_CUES, rf"(?<![\w:]):[a-z0-9_]{{0,30}}?{_SECRET},[ \t]{{0,4}}[\"']([^\"'\s\\]{{5,400}})[\"']", either, i),
        rule("password in a form", "name=", rf"\bname=\\?[\"'][a-z_]{{0,20}}{_PASS}\\?[\"'](?:\r?\n|\\r\\n|\\n){{2}}([^\s\"'\\]{{4,200}})", chosen, i),
        rule("passphrase", "passphrase", r"passphrase\\?[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']((?:[a-z0-9]{2,20}[ -]){2,11}[a-z0-9]{2,20})\\?[\"']", phrase, i),
    ]
    # fmt: on


def _command_lines() -> list[Rule]:
    i, m = re.IGNORECASE, re.MULTILINE
    # fmt: off
    return [
        rule("password on a command line", "mysql|mariadb", r"\b(?:mysql|mariadb)[a-z]{0,10}\b[^\n|;]{0,200}?[ \t]-p[\"']?([^\s\"'|;=$<`]{5,100})", chosen),
        rule("password on a command line", _CUES,
             rf"(?<![A-Za-z0-9_-])--?{_MINUSES}{_PASS}=[\"']?([^\s\"'`<>|;\\$]{{5,200}})", argument, i),
        rule("password on a command line", _CUES,
             rf"(?<![A-Za-z0-9_-])--?{_MINUSES}{_PASS}[ \t]{{1,4}}[\"']?(?!-)([^\s\"'`<>|;\\$]{{5,200}})[\"']?(?=[ \t]{{0,4}}(?:$|[|;&>\\]|[ \t]-{{1,2}}[A-Za-z]))", argument, i | m),
        rule("password on a command line", "-stdin",
             r"\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4})?[\"']?([^\s\"'|$%`]{5,400})[\"']?[ \t]{0,4}\|[^\n|;]{0,200}--pass(?:word|phrase)?-stdin\b", chosen),
        rule("password on a command line", "sqlplus|sqlldr|impdp|expdp", r"\b(?:sqlplus|sqlldr|impdp|expdp)\b[^\n|;]{0,80}?[ \t][\"']?[A-Za-z][\w$#]{0,60}/([^\s/@\"']{4,100})@", chosen),
    ]
    # fmt: on


def _other_commands() -> list[Rule]:
    """Return the rules for programs whose password option does not mention a password."""
    i = re.IGNORECASE
    name = "password on a command line"
    # fmt: off
    return [
        rule(name, "mongo|cqlsh|influx|winrm|clickhouse", r"\b(?:mongo[a-z]{0,8}|cqlsh|influx|evil-winrm|clickhouse-client)\b[^\n|;]{0,200}?[ \t]-p[ \t]{0,4}[\"']?([^\s\"'|;=$<`-][^\s\"'|;=$<`]{4,100})", chosen),
        rule(name, "sqlcmd|bcp|mosquitto|zip|isql", r"\b(?:sqlcmd|bcp|mosquitto_[a-z]{3}|zip|unzip|isql)\b[^\n|;]{0,200}?[ \t]-P[ \t]{0,4}[\"']?([^\s\"'|;=$<`-][^\s\"'|;=$<`]{4,100})", chosen),
        rule(name, "rabbitmqctl", r"\brabbitmqctl\b[^\n|;]{0,60}?[ \t](?:add_user|change_password|authenticate_user)[ \t]{1,4}[^\s]{1,60}[ \t]{1,4}[\"']?([^\s\"'|;$<`-][^\s\"'|;$<`]{3,100})", chosen),
        rule(name, "lftp", r"\blftp\b[^\n|;]{0,100}?[ \t]-u[ \t]{0,4}[\"']?[^\s,\"']{1,60},([^\s\"'|;$<`]{4,100})", chosen),
        rule(name, "nmcli", r"\bnmcli\b[^\n|;]{0,200}?[ \t]password[ \t]{1,4}[\"']?([^\s\"'|;$<`-][^\s\"'|;$<`]{4,100})", chosen),
        rule(name, _CUES, rf"(?:--from-literal=|--set(?:-string)?[ =]|\bkv put\b[^\n|;]{{0,200}}?[ ]|[ ]-[edoF][ ]|[ ]--(?:data|form|extra-vars)[a-z-]{{0,12}}[ =])[\"']?(?:[\w.-]{{1,40}}=[^\s,&=\"']{{1,100}}[,&])?[\w.-]{{0,40}}?{_PASS}=([^\s\"'|;&,$<`]{{4,200}})", chosen, i),
        rule("secret on a command line", "-stdin|-token", r"\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4})?[\"']?([^\s\"'|$%`]{16,400})[\"']?[ \t]{0,4}\|[^\n|;]{0,200}--(?:with-token|token-stdin)\b", mixed),
        rule("secret on a command line", "configure set|config set|secret set",
             rf"\b(?:configure|config|secret)[ ]set[ ][^\s]{{0,80}}?(?:{_SECRET}|_access_key|_authToken)[\w-]{{0,20}}[ ]{{1,4}}(?:--body[ =]|-b[ ]?)?[\"']?([^\s\"'|;$<`-][^\s\"'|;$<`]{{7,400}})", mixed, i),
    ]
    # fmt: on


def _connections() -> list[Rule]:
    i = re.IGNORECASE
    # fmt: off
    return [
        rule("password in a connection string", "pwd|password",
             r"(?<![A-Za-z])(?:server|data source|host|address|driver|dsn|database|initial catalog|uid|user id|user|username|account)[ ]?=[^;\"'\n]{0,200};(?:[ \w]{1,40}=[^;\"'\n]{0,200};){0,12}?[ ]?(?:pwd|password)[ ]?=[ ]?([^;\"'\n]{3,200})", chosen, i),
        rule("password in a connection string", "password=",
             r"(?<![A-Za-z?&])(?:host|hostaddr|user|dbname|port|sslmode)=[^\s=,()]{1,100}[ ](?:[a-z_]{2,20}=[^\s=,()]{1,100}[ ]){0,10}?password=([^\s\"'`&;,)]{3,200})", chosen),
        rule("password in a connection string", ":thin:", r":thin:[A-Za-z][\w$#]{0,60}/([^\s/@\"']{3,100})@", chosen),
        rule("password in an address", "pass|pwd", rf"[?&;\"'](?:[a-z]{{1,20}}[_.-]?)?{_PASS}=([^\s&\"'`<>#\\;]{{4,200}})", argument, i),
    ]
    # fmt: on
