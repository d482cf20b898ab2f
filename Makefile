# Threadmill: Spring Boot concurrency styles, side by side on simulated machines.
# `make` prints the manual. make hands the variables of its command line to the harness in the environment.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help up bench profile calibrate observers-cost tune replay report compare down logs doctor test format dashboards site python tools check engine

PYTHON := .venv/bin/python
HARNESS := $(PYTHON) -m bench

help: ## print this manual
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2} /^#: ?/ {sub(/^#: ?/, ""); print}' Makefile

#: Spring Boot concurrency styles, side by side on simulated machines: blocking, virtual-threads, reactor, coroutines.
#:
up: python check engine ## start one variant and its machines:  make up VARIANT=coroutines [SCENARIO=create-property CONFIGURATION=tuned]
	@$(HARNESS) up

bench: python check engine ## measure a scenario:  make bench SCENARIO=create-property [VARIANT=a,b VUS=50 DURATION=20 RUNS=3]
	@$(HARNESS) bench

profile: python check engine ## where a request's CPU, memory and time go:  make profile SCENARIO=create-property [VARIANT=a,b RATE=800 COST=1]
	@$(HARNESS) profile

calibrate: python check engine ## the load machine's ceiling and the noise floor of this host, for later experiments  [RUNS=10 DURATION=20]
	@$(HARNESS) calibrate

observers-cost: python check engine ## goodput with the observers on against off, in turns  [SCENARIO=list-agents VARIANT=blocking,reactor RUNS=5]
	@$(HARNESS) observers-cost

tune: python check engine ## search each variant's best tunables for a kind of load:  make tune SCENARIO=create-property [VARIANT=a,b RUNS=5]
	@$(HARNESS) tune

replay: python check engine ## published experiments, as published and corrected, and what becomes of their claims  [STUDY=person SCALE=0.2]
	@$(HARNESS) replay

report: python ## make report.html of an experiment from its result files:  make report [RESULTS=<folder>], else the latest
	@$(HARNESS) report

compare: python ## set two experiments side by side:  make compare A=<results> B=<results> [ANYWAY=1]
	@$(HARNESS) compare

down: python engine ## stop and remove every machine
	@$(HARNESS) down

logs: python engine ## what the machines wrote
	@$(HARNESS) logs

doctor: python engine ## what this host can do: engine, caps and cores, ports, images; proposes a plan  [PLAN=own SAVE=plans/own.env]
	@$(HARNESS) doctor

test: tools ## linters, unit tests, and the tests of the running stack  [PARTS=lint,unit,prepare,services,images,k6,stack,browser,fresh,long,hosts,site]
	@$(PYTHON) tests/run.py

format: tools ## let the formatters decide: Python, and Kotlin where Maven is installed
	@.venv/bin/ruff check --fix --quiet . ; .venv/bin/ruff format .
	@if command -v mvn >/dev/null; then mvn -q -f services/pom.xml -P apart spotless:apply; fi

dashboards: python ## write grafana/dashboards, and Prometheus' targets, from grafana/source
	@$(PYTHON) -m grafana.source

site: python ## make the site of findings, studies and measurements in .cache/site/html  [REPOSITORY=https://...]
	@$(PYTHON) -m website

#:
#: Variables of `make bench`: SCENARIO (k6/scenarios), VARIANT (a comma list, default all four), VUS (users, closed
#: model) or RATE (requests/s, open model), LEVELS (several user counts), DURATION (seconds of a window), RUNS, SEED,
#: WARMUP (seconds at most), OBSERVERS=off (no Prometheus, no cAdvisor). EXPERIMENT=experiments/<name>.yaml reads them
#: from a file, and the command line overrides it. RESUME=<results> goes on with what was interrupted.
#: PRECISION=5% instead of RUNS plans as many runs as so exact a ratio takes [PRIMARY=reactor MAX_MINUTES=240].
#: LADDER=auto offers every variant the same rates, shares of what the slowest can do (LADDER=500,1000,1500: these).
#: OBJECTIVE="p99<100ms failed<0.1%" finds the highest rate that each variant holds under it (in quotes: < is the shell's).
#: PROFILE=1 adds a recorded run of each row after the measured ones, which says where a difference comes from.
#: CONFIGURATION=stock, tuned, both (two rows a variant), or settings beside stock (hooks=false+netty.unsafe=true,netty.unsafe=true): by default tuned
#: where a file fits the scenario's kind of load and the app's caps, processors, heap and collector, else stock.
#: As published experiments had it, and the verdict says so: WARMUP=0 (a cold JVM, measured from its first request on),
#: RESET=off (the database is reset before the first run only), ROWS=3000000 (agents in the table), VARIANT=blocking-jpa
#: (blocking on Spring Data JPA; apart from the four, and built when asked for).
#: Every setting in .env can be given the same way: make bench SCENARIO=create-property APP_CPUS=1.0
#: PLAN=8-cores, or the path of a file like .env, sets the cores and caps of every machine (plans/); the command line goes over it.
#: The same commands with options, and the help of each: .venv/bin/python -m bench bench --help
#: IMAGES=pull or IMAGES=build forces where images come from.
#: Variables of `make profile`: SCENARIO, VARIANT, VUS or RATE, DURATION (default 60), CONFIGURATION; COST=1 measures what recording costs.
#: HOSTS=hosts.yaml puts the machines on several hosts (docs/real-machines.md). HEALTHY_WITHIN=180 is how long a machine may take to start.
#: Variables of `make calibrate`: those of `make bench` but EXPERIMENT, PRECISION, LADDER, OBJECTIVE and PROFILE; CEILING=1 measures the ceiling and the null scenario's latency alone;
#: VERDICTS=1 (3 to 4 h) disturbs windows by known strengths, and tells how often each is called VALID (RESUME=<its folder>).
#: Variables of `make tune`: SCENARIO, VARIANT, VUS or RATE, RUNS (confirming blocks, default 5), RESUME=<search in results/>.
#: Variables of `make replay`: STUDY (unrealestate, passthrough, person, need-a-number or perfjava; without it all), SCALE
#: (share of the published size), RUNS (default 1), LONG=1 (also what takes over 15 minutes), RESUME=<replay in results/>.
#: Variables of `make test`: PARTS, and CONTRACT_REQUESTS (generated requests for each variant, default 600).

python:
	@host/python.sh

tools:
	@host/python.sh dev

check: python # what the command is asked for, before anything is installed
	@$(HARNESS) check $(MAKECMDGOALS)

engine: check
	@host/engine.sh
