-- What one member of staff has moved within a day counts together (four eyes).
create index staff_adjustment_of on staff_adjustment (made_by, created_at);
