"""The base class of a plug-in's handler."""

import abc
import logging


class LogHandlerBase(abc.ABC, logging.Handler):
    """Created by Snakemake with its own settings and those of the plug-in."""

    def __init__(self, common_settings, settings):
        logging.Handler.__init__(self)
        self.common_settings = common_settings
        self.settings = settings
        self.__post_init__()
        if self.writes_to_stream and self.writes_to_file:
            raise ValueError("a handler writes to a stream or to a file")

    def __post_init__(self):
        pass

    @abc.abstractmethod
    def emit(self, record):
        ...


def _answer(name):
    def unanswered(self):
        raise NotImplementedError(name)

    return property(abc.abstractmethod(unanswered))


for _name in ("writes_to_stream", "writes_to_file", "has_filter", "has_formatter", "needs_rulegraph"):
    setattr(LogHandlerBase, _name, _answer(_name))
abc.update_abstractmethods(LogHandlerBase)
