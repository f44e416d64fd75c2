-- A key that was answered already ends the statement that would answer it again, so that the commit can leave with it
-- and nobody has to count rows in between. An answer past its time makes room.
create function answers_anew(answered_at timestamptz, kept_since timestamptz) returns boolean language plpgsql as $$
begin
  if answered_at > kept_since then
    raise exception 'this key was answered at %', answered_at
      using errcode = 'unique_violation', constraint = 'idempotency_answered_once';
  end if;
  return true;
end
$$;
