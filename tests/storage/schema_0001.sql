-- The tables as of version 0.3 (revision 0001), which migrations start from. Never changed.

CREATE TABLE visitors (
	id VARCHAR(32) NOT NULL,
	created FLOAT NOT NULL,
	current_game VARCHAR(32),
	seen FLOAT NOT NULL,
	PRIMARY KEY (id)
);

CREATE INDEX ix_visitors_seen ON visitors (seen);

CREATE TABLE ratings (
	member VARCHAR(12) NOT NULL,
	pace VARCHAR(10) NOT NULL,
	rating FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	volatility FLOAT NOT NULL,
	games INTEGER NOT NULL,
	at FLOAT NOT NULL,
	PRIMARY KEY (member, pace)
);

CREATE TABLE results (
	game VARCHAR(32) NOT NULL,
	at FLOAT NOT NULL,
	pace VARCHAR(10) NOT NULL,
	control VARCHAR(20) NOT NULL,
	size INTEGER NOT NULL,
	rated BOOLEAN NOT NULL,
	black VARCHAR(12),
	white VARCHAR(12),
	black_name VARCHAR(40) NOT NULL,
	white_name VARCHAR(40) NOT NULL,
	score INTEGER NOT NULL,
	reason VARCHAR(20) NOT NULL,
	opening VARCHAR(80) NOT NULL,
	place INTEGER,
	black_rating FLOAT,
	white_rating FLOAT,
	PRIMARY KEY (game)
);

CREATE INDEX ix_results_place ON results (place);

CREATE INDEX ix_results_at ON results (at);

CREATE INDEX ix_results_black ON results (black);

CREATE INDEX ix_results_white ON results (white);

CREATE TABLE club_events (
	id VARCHAR(32) NOT NULL,
	name VARCHAR(60) NOT NULL,
	state VARCHAR(10) NOT NULL,
	made FLOAT NOT NULL,
	control VARCHAR(20) NOT NULL,
	rated BOOLEAN NOT NULL,
	format VARCHAR(20) NOT NULL,
	size INTEGER NOT NULL,
	tended FLOAT,
	settings TEXT NOT NULL,
	PRIMARY KEY (id)
);

CREATE INDEX ix_club_events_state ON club_events (state);

CREATE TABLE bans (
	visitor VARCHAR(32) NOT NULL,
	name VARCHAR(40) NOT NULL,
	at FLOAT NOT NULL,
	PRIMARY KEY (visitor)
);

CREATE TABLE host_keys (
	digest VARCHAR(64) NOT NULL,
	made FLOAT NOT NULL,
	PRIMARY KEY (digest)
);

CREATE TABLE archive_sources (
	id INTEGER NOT NULL,
	name VARCHAR(200) NOT NULL,
	digest VARCHAR(64) NOT NULL,
	games INTEGER NOT NULL,
	imported FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (digest)
);

CREATE TABLE archive_names (
	id INTEGER NOT NULL,
	kind VARCHAR(8) NOT NULL,
	name VARCHAR(200) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT archive_one_id_a_name UNIQUE (kind, name)
);

CREATE TABLE practice_cards (
	owner VARCHAR(64) NOT NULL,
	"key" VARCHAR(300) NOT NULL,
	board VARCHAR(300) NOT NULL,
	played INTEGER NOT NULL,
	good TEXT NOT NULL,
	loss INTEGER NOT NULL,
	exact BOOLEAN NOT NULL,
	sentence TEXT NOT NULL,
	source VARCHAR(200) NOT NULL,
	due FLOAT NOT NULL,
	interval FLOAT NOT NULL,
	ease FLOAT NOT NULL,
	streak INTEGER NOT NULL,
	lapses INTEGER NOT NULL,
	PRIMARY KEY (owner, "key")
);

CREATE INDEX practice_due ON practice_cards (owner, due);

CREATE TABLE puzzle_tries (
	owner VARCHAR(64) NOT NULL,
	number INTEGER NOT NULL,
	day INTEGER NOT NULL,
	at FLOAT NOT NULL,
	solved BOOLEAN NOT NULL,
	change FLOAT NOT NULL,
	own_rating INTEGER NOT NULL,
	own_tries INTEGER NOT NULL,
	own_solved INTEGER NOT NULL,
	own_streak INTEGER NOT NULL,
	own_days INTEGER NOT NULL,
	PRIMARY KEY (owner, number, day)
);

CREATE INDEX puzzle_tries_owner ON puzzle_tries (owner, own_tries);

CREATE INDEX puzzle_tries_number ON puzzle_tries (number);

CREATE TABLE games (
	id VARCHAR(32) NOT NULL,
	visitor VARCHAR(32) NOT NULL,
	kind VARCHAR(8) NOT NULL,
	name VARCHAR(60),
	document TEXT NOT NULL,
	black VARCHAR(200) NOT NULL,
	white VARCHAR(200) NOT NULL,
	paused BOOLEAN NOT NULL,
	pending INTEGER,
	next_ticket INTEGER NOT NULL,
	version INTEGER NOT NULL,
	size INTEGER NOT NULL,
	board TEXT NOT NULL,
	moves INTEGER NOT NULL,
	result VARCHAR(80),
	score INTEGER,
	spent FLOAT DEFAULT '0' NOT NULL,
	since FLOAT,
	shared TEXT,
	created FLOAT NOT NULL,
	updated FLOAT NOT NULL,
	deleted FLOAT,
	PRIMARY KEY (id),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX one_save_a_name ON games (visitor, name) WHERE kind = 'save' AND deleted IS NULL;

CREATE INDEX games_of_visitor ON games (visitor, updated);

CREATE TABLE recovery_codes (
	visitor VARCHAR(32) NOT NULL,
	digest VARCHAR(64) NOT NULL,
	made FLOAT NOT NULL,
	PRIMARY KEY (visitor),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE,
	UNIQUE (digest)
);

CREATE TABLE passwords (
	visitor VARCHAR(32) NOT NULL,
	digest VARCHAR(200) NOT NULL,
	made FLOAT NOT NULL,
	PRIMARY KEY (visitor),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE
);

CREATE TABLE members (
	visitor VARCHAR(32) NOT NULL,
	id VARCHAR(12) NOT NULL,
	name VARCHAR(40) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	face VARCHAR(20) NOT NULL,
	program BOOLEAN NOT NULL,
	joined FLOAT NOT NULL,
	here FLOAT NOT NULL,
	PRIMARY KEY (visitor),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE,
	UNIQUE (id),
	UNIQUE ("key")
);

CREATE INDEX ix_members_here ON members (here);

CREATE TABLE seeks (
	visitor VARCHAR(32) NOT NULL,
	name VARCHAR(40) NOT NULL,
	control VARCHAR(20) NOT NULL,
	rated BOOLEAN NOT NULL,
	since FLOAT NOT NULL,
	until FLOAT NOT NULL,
	game VARCHAR(32),
	PRIMARY KEY (visitor),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE
);

CREATE TABLE challenges (
	id VARCHAR(12) NOT NULL,
	sender VARCHAR(32) NOT NULL,
	receiver VARCHAR(32) NOT NULL,
	name VARCHAR(40) NOT NULL,
	size INTEGER NOT NULL,
	color VARCHAR(5) NOT NULL,
	control VARCHAR(20) NOT NULL,
	rated BOOLEAN NOT NULL,
	until FLOAT NOT NULL,
	declined BOOLEAN NOT NULL,
	game VARCHAR(32),
	PRIMARY KEY (id),
	CONSTRAINT one_challenge_a_pair UNIQUE (sender, receiver),
	FOREIGN KEY(sender) REFERENCES visitors (id) ON DELETE CASCADE,
	FOREIGN KEY(receiver) REFERENCES visitors (id) ON DELETE CASCADE
);

CREATE INDEX ix_challenges_sender ON challenges (sender);

CREATE INDEX ix_challenges_receiver ON challenges (receiver);

CREATE TABLE tokens (
	digest VARCHAR(64) NOT NULL,
	id VARCHAR(12) NOT NULL,
	visitor VARCHAR(32) NOT NULL,
	owner VARCHAR(32) NOT NULL,
	made FLOAT NOT NULL,
	PRIMARY KEY (digest),
	UNIQUE (id),
	UNIQUE (visitor),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE,
	FOREIGN KEY(owner) REFERENCES visitors (id) ON DELETE CASCADE
);

CREATE INDEX ix_tokens_owner ON tokens (owner);

CREATE TABLE club_entrants (
	event VARCHAR(32) NOT NULL,
	member VARCHAR(12) NOT NULL,
	visitor VARCHAR(32),
	name VARCHAR(40) NOT NULL,
	program BOOLEAN NOT NULL,
	place INTEGER NOT NULL,
	"left" BOOLEAN NOT NULL,
	PRIMARY KEY (event, member),
	FOREIGN KEY(event) REFERENCES club_events (id) ON DELETE CASCADE,
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE SET NULL
);

CREATE INDEX ix_club_entrants_visitor ON club_entrants (visitor);

CREATE TABLE club_event_games (
	event VARCHAR(32) NOT NULL,
	number INTEGER NOT NULL,
	game VARCHAR(32),
	record TEXT,
	PRIMARY KEY (event, number),
	FOREIGN KEY(event) REFERENCES club_events (id) ON DELETE CASCADE
);

CREATE TABLE archive_games (
	id INTEGER NOT NULL,
	source INTEGER NOT NULL,
	black INTEGER NOT NULL,
	white INTEGER NOT NULL,
	event INTEGER NOT NULL,
	opening INTEGER NOT NULL,
	year SMALLINT,
	date VARCHAR(40) NOT NULL,
	score SMALLINT,
	theoretical SMALLINT,
	PRIMARY KEY (id),
	FOREIGN KEY(source) REFERENCES archive_sources (id) ON DELETE CASCADE,
	FOREIGN KEY(black) REFERENCES archive_names (id),
	FOREIGN KEY(white) REFERENCES archive_names (id),
	FOREIGN KEY(event) REFERENCES archive_names (id),
	FOREIGN KEY(opening) REFERENCES archive_names (id)
);

CREATE INDEX archive_games_of_white ON archive_games (white);

CREATE INDEX archive_games_of_event ON archive_games (event);

CREATE INDEX archive_games_of_opening ON archive_games (opening);

CREATE INDEX archive_games_of_year ON archive_games (year);

CREATE INDEX archive_games_of_source ON archive_games (source);

CREATE INDEX archive_games_of_black ON archive_games (black);

CREATE TABLE archive_chunks (
	first INTEGER NOT NULL,
	source INTEGER NOT NULL,
	games INTEGER NOT NULL,
	squares BLOB NOT NULL,
	scores BLOB NOT NULL,
	PRIMARY KEY (first),
	FOREIGN KEY(source) REFERENCES archive_sources (id) ON DELETE CASCADE
);

CREATE TABLE events (
	id INTEGER NOT NULL,
	game VARCHAR(32) NOT NULL,
	version INTEGER NOT NULL,
	request VARCHAR(64),
	kind VARCHAR(20) NOT NULL,
	data TEXT NOT NULL,
	at FLOAT NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT one_event_a_version UNIQUE (game, version),
	CONSTRAINT a_request_once UNIQUE (game, request),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);

CREATE TABLE seats (
	game VARCHAR(32) NOT NULL,
	color VARCHAR(5) NOT NULL,
	visitor VARCHAR(32),
	name VARCHAR(40) NOT NULL,
	program BOOLEAN NOT NULL,
	taken FLOAT NOT NULL,
	member VARCHAR(12),
	face VARCHAR(20),
	rating INTEGER,
	deleted FLOAT,
	PRIMARY KEY (game, color),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE,
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE SET NULL
);

CREATE INDEX seats_of_visitor ON seats (visitor);

CREATE TABLE invitations (
	digest VARCHAR(64) NOT NULL,
	game VARCHAR(32) NOT NULL,
	color VARCHAR(5) NOT NULL,
	made FLOAT NOT NULL,
	PRIMARY KEY (digest),
	CONSTRAINT one_invitation_a_seat UNIQUE (game, color),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);

CREATE TABLE club_tables (
	game VARCHAR(32) NOT NULL,
	playing BOOLEAN NOT NULL,
	rated BOOLEAN NOT NULL,
	control VARCHAR(20) NOT NULL,
	since FLOAT NOT NULL,
	PRIMARY KEY (game),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
