-- Goalscorer prices come from the feed's scorer odds. Odds quoted before the line-ups were published do not count.
alter table game_offers add column line_ups_at timestamptz;

-- Combinations that were placed before: every starter had an equal share of the goals that starters score.
update ticket_legs l
   set same_game = jsonb_set(l.same_game, '{players}', (
     select jsonb_agg(p.player || jsonb_build_object('scoring', jsonb_build_object(
              'share', 0.84 * 0.97 / count_of.players, 'quotedHundredths', 100000)) order by p.position)
       from jsonb_array_elements(l.same_game -> 'players') with ordinality p (player, position)
       join lateral (select count(*) as players from jsonb_array_elements(l.same_game -> 'players') e (player)
                      where e.player ->> 'side' = p.player ->> 'side') count_of on true))
 where l.outcome is null and jsonb_array_length(coalesce(l.same_game -> 'players', '[]')) > 0;
