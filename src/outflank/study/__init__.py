"""Understanding a game: what moves are worth, what each cost and why, hints, and practice.

What ``sitting`` is to playing, ``GameStudy`` and ``PracticeRound`` are to studying: pure state
machines that every screen shares.
"""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.engine import CannotThink, Engine, Result
    from outflank.study import messages, puzzles
    from outflank.study.board_editor import BoardEditor, EditorState
    from outflank.study.document import review_document
    from outflank.study.engine_parts import EngineFile, engine_files
    from outflank.study.explorer import (
        ExplorerView,
        Known,
        NextMove,
        Share,
        Way,
        explorer_view,
        merged,
        own_moves,
        way_of,
    )
    from outflank.study.game_study import GameStudy, StudyState, door_of
    from outflank.study.hints import Hint, advise, hint_by, hint_of
    from outflank.study.judging import Judgement, judge
    from outflank.study.opening import opening_name
    from outflank.study.play_out import Ending, PlayOut, PlayOutState, answer_of, endings
    from outflank.study.possible import cannot_review
    from outflank.study.practice import Asked, Card, answered, cards_of, puzzle_card, weigh
    from outflank.study.practice_round import PracticeRound, PracticeState
    from outflank.study.report import report_html
    from outflank.study.review import (
        Finding,
        MadeMove,
        MoveReview,
        Point,
        Question,
        Review,
        Totals,
        look_at,
        look_with,
        review_game,
        reviewing,
    )
    from outflank.study.values import (
        DEEP,
        EFFORTS,
        HINT,
        SCREEN,
        Analyst,
        Effort,
        EffortName,
        Fate,
        Looking,
        MoveValue,
        MoveValues,
        Place,
        at_shared_engine,
        best_line,
        deeper,
        move_values,
        shared_engine,
        values_of,
    )
    from outflank.study.views import (
        EditorView,
        Label,
        MoveView,
        Position,
        PracticeView,
        ReviewView,
        TreeView,
        ValueView,
        value_view,
    )
    from outflank.study.why import Kind, Reason, explain, follow
    from outflank.study.words import duration, moves_summed_up, player_names, turned, worth

__all__ = [
    "DEEP",
    "EFFORTS",
    "HINT",
    "SCREEN",
    "Analyst",
    "Asked",
    "BoardEditor",
    "CannotThink",
    "Card",
    "EditorState",
    "EditorView",
    "Effort",
    "EffortName",
    "Ending",
    "Engine",
    "EngineFile",
    "ExplorerView",
    "Fate",
    "Finding",
    "GameStudy",
    "Hint",
    "Judgement",
    "Kind",
    "Known",
    "Label",
    "Looking",
    "MadeMove",
    "MoveReview",
    "MoveValue",
    "MoveValues",
    "MoveView",
    "NextMove",
    "Place",
    "PlayOut",
    "PlayOutState",
    "Point",
    "Position",
    "PracticeRound",
    "PracticeState",
    "PracticeView",
    "Question",
    "Reason",
    "Result",
    "Review",
    "ReviewView",
    "Share",
    "StudyState",
    "Totals",
    "TreeView",
    "ValueView",
    "Way",
    "advise",
    "answer_of",
    "answered",
    "at_shared_engine",
    "best_line",
    "cannot_review",
    "cards_of",
    "deeper",
    "door_of",
    "duration",
    "endings",
    "engine_files",
    "explain",
    "explorer_view",
    "follow",
    "hint_by",
    "hint_of",
    "judge",
    "look_at",
    "look_with",
    "merged",
    "messages",
    "move_values",
    "moves_summed_up",
    "opening_name",
    "own_moves",
    "player_names",
    "puzzle_card",
    "puzzles",
    "report_html",
    "review_document",
    "review_game",
    "reviewing",
    "shared_engine",
    "turned",
    "value_view",
    "values_of",
    "way_of",
    "weigh",
    "worth",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "messages": "",
            "puzzles": "",
            "board_editor": "BoardEditor EditorState",
            "document": "review_document",
            "engine_parts": "EngineFile engine_files",
            "explorer": (
                "ExplorerView Known NextMove Share Way explorer_view merged own_moves way_of"
            ),
            "game_study": "GameStudy StudyState door_of",
            "hints": "Hint advise hint_by hint_of",
            "judging": "Judgement judge",
            "opening": "opening_name",
            "play_out": "Ending PlayOut PlayOutState answer_of endings",
            "possible": "cannot_review",
            "practice": "Asked Card answered cards_of puzzle_card weigh",
            "practice_round": "PracticeRound PracticeState",
            "report": "report_html",
            "review": "Finding MadeMove MoveReview Point Question Review Totals look_at "
            "look_with review_game reviewing",
            "values": "DEEP EFFORTS HINT SCREEN Analyst CannotThink Effort EffortName Engine Fate "
            "Looking MoveValue MoveValues Place at_shared_engine best_line deeper move_values "
            "shared_engine values_of Result",
            "views": "EditorView Label MoveView Position PracticeView ReviewView TreeView "
            "ValueView value_view",
            "why": "Kind Reason explain follow",
            "words": "duration moves_summed_up player_names turned worth",
        },
    )
