-- Odds that a feed tells no more end with its next whole answer (decision 0463): nothing counts its answers.
alter table games drop column odds_missed;
