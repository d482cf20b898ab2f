#!/bin/sh
# Fills `pristine` with ROWS_AGENTS agents and ROWS_PROPERTIES properties, ids 1..N.
#
# Every value follows from the row's number: CRC32 is the dice, since RAND() may differ between server versions.
set -eu

agents="${ROWS_AGENTS:-10000}"
properties="${ROWS_PROPERTIES:-100000}"
for count in "$agents" "$properties"; do
  case "$count" in
    '' | 0* | *[!0-9]*)
      echo "db: ROWS_AGENTS and ROWS_PROPERTIES must be whole numbers from 1 up, not '$count': set them in .env" >&2
      exit 1
      ;;
  esac
done

mariadb --protocol=socket -uroot -p"$MARIADB_ROOT_PASSWORD" pristine <<SQL
SET unique_checks = 0, foreign_key_checks = 0;

INSERT INTO agents (id, firstname, lastname, nickname, email, phone, birth_date)
SELECT id, firstname, lastname,
       CONCAT(firstname, LEFT(lastname, 1), id),
       LOWER(CONCAT(firstname, '.', lastname, id, '@example.com')),
       CONCAT('+43 660 ', LPAD(CRC32(CONCAT('phone', id)) % 10000000, 7, '0')),
       DATE '1950-01-01' + INTERVAL CRC32(CONCAT('birth', id)) % 20000 DAY
FROM (
  SELECT seq AS id,
         ELT(1 + CRC32(CONCAT('first', seq)) % 16,
             'Anna', 'Ben', 'Clara', 'David', 'Elena', 'Felix', 'Grace', 'Hugo',
             'Ines', 'John', 'Katja', 'Leo', 'Maria', 'Noah', 'Olga', 'Paul') AS firstname,
         ELT(1 + CRC32(CONCAT('last', seq)) % 16,
             'Adler', 'Bauer', 'Chen', 'Doe', 'Evans', 'Fischer', 'Garcia', 'Huber',
             'Ivanov', 'Jones', 'Khan', 'Lopez', 'Moser', 'Novak', 'Olsen', 'Petrov') AS lastname
  FROM seq_1_to_$agents
) AS person;

INSERT INTO properties (id, agent_id, owner_name, state, city, address, price, description)
SELECT seq,
       1 + CRC32(CONCAT('agent', seq)) % $agents,
       CONCAT(ELT(1 + CRC32(CONCAT('owner', seq)) % 8,
                  'Alice', 'Boris', 'Carla', 'Dieter', 'Emma', 'Frank', 'Greta', 'Henry'), ' ',
              ELT(1 + CRC32(CONCAT('family', seq)) % 8,
                  'Smith', 'Wagner', 'Brown', 'Silva', 'Kowalski', 'Rossi', 'Martin', 'Berg')),
       ELT(place, 'NY', 'CA', 'IL', 'TX', 'AZ', 'PA', 'FL', 'WA'),
       ELT(place, 'New York', 'Los Angeles', 'Chicago', 'Houston', 'Phoenix', 'Philadelphia', 'Miami', 'Seattle'),
       CONCAT(1 + CRC32(CONCAT('number', seq)) % 999, ' ',
              ELT(1 + CRC32(CONCAT('street', seq)) % 8,
                  'Main Street', 'Oak Avenue', 'Park Lane', 'Lake Drive',
                  'Hill Road', 'Church Street', 'Maple Court', 'River Walk')),
       50000 + 500 * (CRC32(CONCAT('price', seq)) % 4000),
       CONCAT(ELT(1 + CRC32(CONCAT('look', seq)) % 4, 'Bright', 'Quiet', 'Spacious', 'Newly renovated'), ' ',
              ELT(1 + CRC32(CONCAT('kind', seq)) % 4, 'apartment', 'family house', 'loft', 'town house'), ' with ',
              1 + CRC32(CONCAT('rooms', seq)) % 6, ' rooms, close to ',
              ELT(1 + CRC32(CONCAT('near', seq)) % 4, 'the park', 'schools', 'the station', 'the river'))
FROM (SELECT seq, 1 + CRC32(CONCAT('place', seq)) % 8 AS place FROM seq_1_to_$properties) AS estate;
SQL
