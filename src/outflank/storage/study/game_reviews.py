"""The reviews of a user's games in SQL, for the page of strengths and weaknesses."""

import json
from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass
from hashlib import sha256

from sqlalchemy import Column, Float, String, Table, Text, and_, or_, select
from sqlalchemy.orm import aliased

from outflank.board import Color
from outflank.formats import load_game
from outflank.game import Game
from outflank.play.opponents.catalogue import seat_title
from outflank.play.seat import HUMAN
from outflank.storage.database import Database
from outflank.storage.models import Base, GameRow, SeatRow
from outflank.study.strengths import LossyMove

MOST = 300  # latest games that count; databases limit the parameters of a query, too

reviews = Table(
    "game_reviews",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor; empty for the local user
    Column("game", String(64), primary_key=True),  # the digest of its moves
    Column("losses", Text, nullable=False),  # a JSON list of moves that lost discs
    Column("at", Float, nullable=False),
)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game and the owner's color in it."""

    id: str
    game: Game
    color: Color
    opponent: str
    shared: bool
    at: float


def review_key(game: Game) -> str:
    """Return the key of a game's review, which depends only on the start and the moves."""
    return sha256(f"{game.start.to_text()} {game.transcript}".encode()).hexdigest()


class GameReviews:
    def __init__(self, database: Database, owner: str = "") -> None:
        self.database = database
        self.owner = owner

    def add(self, game: Game, losses: Collection[LossyMove], now: float) -> None:
        """Store a review; one of the same game is replaced."""
        text = json.dumps([astuple(loss) for loss in losses])
        new = self.database.insert(reviews).values(
            owner=self.owner, game=review_key(game), losses=text, at=now
        )
        with self.database.writing() as session:
            session.execute(
                new.on_conflict_do_update(
                    index_elements=["owner", "game"],
                    set_={"losses": new.excluded.losses, "at": new.excluded.at},
                )
            )

    def find(self, keys: Collection[str]) -> Mapping[str, tuple[LossyMove, ...]]:
        query = select(reviews.c.game, reviews.c.losses).where(
            reviews.c.owner == self.owner, reviews.c.game.in_(list(keys)[:MOST])
        )
        with self.database.reading() as session:
            return {
                game: tuple(LossyMove(*loss) for loss in json.loads(losses))
                for game, losses in session.execute(query)
            }

    def own_games(self) -> list[OwnGame]:
        """Return the latest finished games in which the owner played one side, newest first."""
        mine, other = aliased(SeatRow), aliased(SeatRow)
        against_program = and_(
            GameRow.visitor == self.owner,
            GameRow.kind == "game",
            or_(GameRow.black == HUMAN, GameRow.white == HUMAN),
            GameRow.black != GameRow.white,
        )
        query = (
            select(GameRow, mine.color, other.name)
            .outerjoin(mine, (mine.game == GameRow.id) & (mine.visitor == self.owner))
            .outerjoin(other, (other.game == mine.game) & (other.color != mine.color))
            .where(GameRow.result.is_not(None), GameRow.moves > 0, GameRow.deleted.is_(None))
            .where(or_(against_program, mine.color.is_not(None)))
            .order_by(GameRow.updated.desc())
            .limit(MOST)
        )
        with self.database.reading() as session:
            return [_own_game(*row) for row in session.execute(query)]


def _own_game(row: GameRow, color: str | None, opponent: str | None) -> OwnGame:
    if color is None:
        color = "black" if row.black == HUMAN else "white"
        opponent = seat_title(row.white if row.black == HUMAN else row.black)
    return OwnGame(
        row.id,
        load_game(row.document),
        Color(color),
        opponent or "",
        row.kind == "shared",
        row.updated,
    )
