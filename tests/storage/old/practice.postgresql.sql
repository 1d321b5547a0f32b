CREATE TABLE practice_cards (
	owner VARCHAR(64) NOT NULL,
	key VARCHAR(300) NOT NULL,
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
	PRIMARY KEY (owner, key)
);
CREATE INDEX practice_due ON practice_cards (owner, due);
INSERT INTO "practice_cards" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','-------------------O-------OXX-----XX-----X--------------------- O','------------------X--------XX------OXX-----O-------------------- O',29,'[19, 26]',6,FALSE,'f4 opens the centre','my game',86500.0,86400.0,2.55,1,0);
