-- A match that was moved by a day gives stakes back without a result: several moves of one match have version 0.
alter table staff_result drop constraint staff_result_pkey;
