-- Events are written once and read as they were, by every reader: nobody asks PostgreSQL what is in them. Taking them
-- apart and putting them together again cost more than the row.
alter table outbox alter column events type json using events::json, alter column events set storage external;
