-- What a player chose of packages/domain/src/identity/player-settings.ts. A missing key has its initial value.
alter table profiles add column settings jsonb not null default '{}';
grant update (settings) on profiles to mupiira_app;
