CREATE TABLE archive_names (
	id INTEGER NOT NULL,
	kind VARCHAR(8) NOT NULL,
	name VARCHAR(200) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT archive_one_id_a_name UNIQUE (kind, name)
);
CREATE TABLE archive_sources (
	id SERIAL NOT NULL,
	name VARCHAR(200) NOT NULL,
	digest VARCHAR(64) NOT NULL,
	games INTEGER NOT NULL,
	imported FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (digest)
);
CREATE TABLE archive_chunks (
	first INTEGER NOT NULL,
	source INTEGER NOT NULL,
	games INTEGER NOT NULL,
	squares BYTEA NOT NULL,
	scores BYTEA NOT NULL,
	PRIMARY KEY (first),
	FOREIGN KEY(source) REFERENCES archive_sources (id) ON DELETE CASCADE
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
CREATE INDEX archive_games_of_black ON archive_games (black);
CREATE INDEX archive_games_of_event ON archive_games (event);
CREATE INDEX archive_games_of_opening ON archive_games (opening);
CREATE INDEX archive_games_of_source ON archive_games (source);
CREATE INDEX archive_games_of_white ON archive_games (white);
CREATE INDEX archive_games_of_year ON archive_games (year);
INSERT INTO "archive_names" VALUES(1,'player','Ann');
INSERT INTO "archive_names" VALUES(2,'player','Bo');
INSERT INTO "archive_names" VALUES(3,'event','Paris Open');
INSERT INTO "archive_names" VALUES(4,'opening','Tiger');
INSERT INTO "archive_sources" VALUES(1,'games.ggf','1',2,1000.0);
INSERT INTO "archive_chunks" VALUES(1,1,2,'\x252B12131AFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF2C1D121A13FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF','\x0CFC');
INSERT INTO "archive_games" VALUES(1,1,1,2,3,4,1985,'1985',12,NULL);
INSERT INTO "archive_games" VALUES(2,1,2,1,3,4,1986,'1986',-4,NULL);
