-- Two schemas: `unrealestate` is live, `pristine` keeps the seeded rows that every reset copies back.

CREATE DATABASE IF NOT EXISTS unrealestate CHARACTER SET utf8mb4;
CREATE DATABASE IF NOT EXISTS pristine CHARACTER SET utf8mb4;

CREATE TABLE unrealestate.agents (
  id         BIGINT       NOT NULL AUTO_INCREMENT,
  firstname  VARCHAR(60)  NOT NULL,
  lastname   VARCHAR(60)  NOT NULL,
  nickname   VARCHAR(60)  NOT NULL,
  email      VARCHAR(120) NOT NULL,
  phone      VARCHAR(30)  NOT NULL,
  birth_date DATE         NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;

CREATE TABLE unrealestate.properties (
  id          BIGINT        NOT NULL AUTO_INCREMENT,
  agent_id    BIGINT        NOT NULL,
  owner_name  VARCHAR(120)  NOT NULL,
  state       VARCHAR(60)   NOT NULL,
  city        VARCHAR(80)   NOT NULL,
  address     VARCHAR(200)  NOT NULL,
  price       BIGINT        NOT NULL,
  description VARCHAR(2000) NOT NULL,
  PRIMARY KEY (id),
  KEY properties_agent (agent_id),
  CONSTRAINT properties_agent FOREIGN KEY (agent_id) REFERENCES agents (id) ON DELETE RESTRICT
) ENGINE = InnoDB;

-- LIKE leaves the foreign key out: the copies are read in one piece and never changed.
CREATE TABLE pristine.agents LIKE unrealestate.agents;
CREATE TABLE pristine.properties LIKE unrealestate.properties;
