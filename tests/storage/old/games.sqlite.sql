BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "events" VALUES(1,'3df11cff15fe701b53111792b05475be',1,NULL,'created','{}',1000.0);
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
	created FLOAT NOT NULL,
	updated FLOAT NOT NULL,
	deleted FLOAT,
	PRIMARY KEY (id),
	FOREIGN KEY(visitor) REFERENCES visitors (id) ON DELETE CASCADE
);
INSERT INTO "games" VALUES('3df11cff15fe701b53111792b05475be','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','game','old','{"format": "outflank-game", "version": 1, "start": "---------------------------OX------XO--------------------------- X", "moves": ["f5", "d6", "c3"], "ply": 3}
','human','greedy',0,NULL,1,1,8,'------------------X--------XX------OXX-----O-------------------- O',3,NULL,1000.0,1000.0,NULL);
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
INSERT INTO "practice_cards" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','-------------------O-------OXX-----XX-----X--------------------- O','------------------X--------XX------OXX-----O-------------------- O',29,'[19, 26]',6,0,'f4 opens the centre','my game',86500.0,86400.0,2.55,1,0);
CREATE TABLE visitors (
	id VARCHAR(32) NOT NULL,
	created FLOAT NOT NULL,
	current_game VARCHAR(32),
	PRIMARY KEY (id)
);
INSERT INTO "visitors" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',1000.0,'3df11cff15fe701b53111792b05475be');
CREATE INDEX games_of_visitor ON games (visitor, updated);
CREATE UNIQUE INDEX one_save_a_name ON games (visitor, name) WHERE kind = 'save' AND deleted IS NULL;
CREATE INDEX practice_due ON practice_cards (owner, due);
COMMIT;
