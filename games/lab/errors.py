"""What stops a measurement, as one sentence for the terminal."""


class LabError(Exception):
    """The command cannot do what it was asked; the message is a whole sentence."""
