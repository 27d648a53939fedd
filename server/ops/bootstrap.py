"""What `manage.py` does before Django."""


def main(argv: list[str]) -> int:
    """Run the Django command of `argv`."""
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)
    return 0
