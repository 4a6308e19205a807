"""Accuracy of the judging: tables over labelled sets and transcripts, with intervals and committed figures.

Run: python -m bench.accuracy FOLDER_OF_SHARED_DATA [--table NAME] [--update]

Adding a table: put a module into `bench/accuracy/tables/`; its file name is the table's name. It needs

    TITLE = "one line that names the measure and the data"

    def figures(data: Path) -> Iterable[Figure]:   # `data` is the folder of shared data
        yield share("open work found in its own summary", found, total, must=0.98)

`share` (a proportion with its Wilson interval), `plain` (a value with its own interval, such as a bootstrap)
and `Figure` come from `bench.accuracy.frame`. A figure for which less is better sets `better="lower"`.
Nothing else is needed: the command finds the module, prints it, and compares it with `committed.json`; run it
once with `--update` to commit new figures. A table uses the default installation and the public functions of
`gates` and `workbench`; it prints no text of the data. Labels made by reading are in `labels/` as pointers
without the words.
"""
