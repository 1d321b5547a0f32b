"""The answers to the exercises of lessons in SQL: the progress through the course."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, delete, select

from outflank.storage.database import Database
from outflank.storage.models import Base
from outflank.storage.study.practice_cards import PracticeCards
from outflank.study.instructions import SaveAnswer

MOST_ANSWERS = 2000  # per owner, six times the course; then the oldest give way
Progress = Mapping[int, bool]
"""The answered exercises of a lesson by step, and whether the first answer of a visit was right."""

answers = Table(
    "lesson_answers",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor; empty for the local user
    Column("lesson", String(64), primary_key=True),  # its id, or the digest of a teacher's lesson
    Column("step", Integer, primary_key=True),
    Column("correct", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Index("lesson_answers_lesson", "lesson"),
)


class LessonAnswers:
    """The answers of one owner; a missed exercise becomes a practice card if there is room."""

    def __init__(self, database: Database, owner: str = "", most: int | None = None) -> None:
        self.database = database
        self.owner = owner
        self._practice = PracticeCards(database, owner, most)

    def save(self, answer: SaveAnswer, now: float) -> None:
        """Store an answer; an exercise that was once answered right stays so."""
        row = {
            "owner": self.owner,
            "lesson": answer.lesson,
            "step": answer.step,
            "correct": answer.right,
            "at": now,
        }
        new = self.database.insert(answers).values(row)
        if answer.right:
            kept = {"correct": True, "at": now}
            new = new.on_conflict_do_update(index_elements=["owner", "lesson", "step"], set_=kept)
        else:
            new = new.on_conflict_do_nothing()
        mine = answers.c.owner == self.owner
        rows = select(answers.c.at).where(mine).order_by(answers.c.at.desc())
        with self.database.writing() as session:
            session.execute(new)
            oldest = session.scalar(rows.offset(MOST_ANSWERS).limit(1))
            if oldest is not None:
                session.execute(delete(answers).where(mine, answers.c.at <= oldest))
        if answer.missed is not None and not self._practice.is_full:
            self._practice.add([answer.missed])

    def all(self) -> Mapping[str, Progress]:
        """Return the progress in every lesson."""
        query = select(answers).where(answers.c.owner == self.owner)
        found: defaultdict[str, dict[int, bool]] = defaultdict(dict)
        with self.database.reading() as session:
            for row in session.execute(query):
                found[row.lesson][row.step] = row.correct
        return found

    def of(self, lesson: str) -> Progress:
        return self.all().get(lesson, {})

    def close(self) -> None:
        self.database.close()


def progress_of(database: Database, lesson: str, owners: Collection[str]) -> Mapping[str, Progress]:
    """Return the progress of several owners in one lesson."""
    query = select(answers).where(answers.c.lesson == lesson, answers.c.owner.in_(owners))
    found: dict[str, dict[int, bool]] = {owner: {} for owner in owners}
    with database.reading() as session:
        for row in session.execute(query):
            found[row.owner][row.step] = row.correct
    return found
