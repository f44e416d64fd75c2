-- Names as in the code. No release has the old names.
alter table staff_results rename column said_by to entered_by;
alter table staff_results rename column moved to exposure;
