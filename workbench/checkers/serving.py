"""The service of a judge's setting (its model, its key, whether it can be asked), and requests to it."""

from __future__ import annotations

from workbench.checkers.settings import CheckerSetting
from workbench.models.base import Deadline, LanguageModel, ModelAnswer, ModelTrouble, Prompt
from workbench.models.serving import Serving, serve


def ask(model: LanguageModel, prompt: Prompt, run: Deadline) -> ModelAnswer:
    """Return the model's answer; every other exception becomes ModelTrouble, since a checker ends no command.

    Raises:
        ModelTrouble: there is no answer.
    """
    try:
        return model.answer(prompt, run)
    except ModelTrouble:
        raise
    except Exception as error:  # a fault of the request or of a library, named by its type
        raise ModelTrouble(f"the request failed ({type(error).__name__})") from error


def serving_of(setting: CheckerSetting, timeout_ms: int) -> Serving:
    """Return the service of a setting; a local one needs no key.

    Raises:
        UsageError: the model's name, the key or the address is invalid.
    """
    return serve(
        setting.provider,
        setting.model,
        url=setting.url,
        variable=setting.key,
        timeout_ms=timeout_ms,
        whose="the judge's model",
    )
