"""The course: lessons with diagrams and exercises."""
