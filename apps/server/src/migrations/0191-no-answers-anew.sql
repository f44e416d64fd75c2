-- Since answers past their time are removed where their key is looked up nobody asks whether one may be written over (0168).
drop function answers_anew(timestamptz, timestamptz);
