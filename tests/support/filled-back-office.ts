/** Audit entries, chat messages and planned matches by staff. */
export const FILL_ADMIN = `
  insert into audit_log (actor, address, action, subject, before, after, reason, created_at)
  select s.id, '10.0.0.' || 1 + n % 5, action, case when n % 3 = 0 then 'game:' || g.id else 'user:' || w.id end,
         jsonb_build_object('status', 'active'),
         jsonb_build_object('status', 'suspended', 'step', n) || case when n % 1000 = 0 then '{"flag": "above the four-eyes threshold, without approval"}' else '{}' end::jsonb,
         'Case ' || n || (array[' asked by the player', ' seen in the report', ' said by the bank'])[1 + n % 3],
         fill.moment(p.start_ms + (p.now_ms - p.start_ms) * n / (2 * p.users))
    from fill.plan p, generate_series(1, 2 * p.users::bigint) n
    join fill.person s on s.k = -(n % 5),
         lateral (select (array['user.suspend', 'user.activate', 'user.note', 'user.note', 'user.note', 'chat.answer', 'chat.answer', 'chat.answer', 'game.result',
                                'game.update', 'payment.resolve', 'setting.change'])[1 + fill.draw(n, 31) % 12] as action) a,
         fill.person w, fill.game g
   where w.k = 1 + fill.draw(n, 32) % p.users and g.j = 1 + fill.draw(n, 33) % p.games
   order by n;

  insert into chat_conversations (user_id, last_no, last_at, user_last_no, admin_last_no, user_read_no, admin_read_no)
  select id, last, fill.moment(p.now_ms - fill.draw(k, 41)::bigint * 10), last - 1 + last % 2, last - last % 2, last - last % 2,
         case when k % 50 = 0 then 0 else last end
    from fill.plan p, fill.person, lateral (select 1 + fill.draw(k, 42) % 19 as last) l where k > 0 and k % 5 = 0;
  insert into customer_care_chat (id, user_id, no, sender, author_id, content, send_key, created_at)
  select fill.key((extract(epoch from c.last_at) * 1000)::bigint - (c.last_no - no) * 60000, w.k * 20 + no, 'chat'), w.id, no,
         case when no % 2 = 1 then 'user' else 'admin' end, case when no % 2 = 1 then w.id else s.id end,
         'Message ' || no || ' about a bet', w.k || '-' || no, c.last_at - (c.last_no - no) * interval '1 minute'
    from chat_conversations c join fill.person w on w.id = c.user_id join fill.person s on s.k = 0, generate_series(1, c.last_no) no;

  insert into staff_notes (id, user_id, written_by, note, created_at)
  select fill.key((extract(epoch from w.at) * 1000)::bigint, w.k, 'note'), w.id, s.id, 'Called about a payment', w.at
    from fill.person w join fill.person s on s.k = 0 where w.k > 0 and w.k % 4 = 0;
  insert into sessions (token_hash, id, user_id, keep_logged_in, created_at, renewed_at, expires_at)
  select sha256(convert_to('session' || k, 'UTF8')), gen_random_uuid(), id, true, fill.moment(p.now_ms), fill.moment(p.now_ms), fill.moment(p.now_ms) + interval '30 days'
    from fill.plan p, fill.person where k > 0 and k % 3 = 0;

  insert into fixtures (id, tournament, season, status, created_at, updated_at)
  select fill.key(p.start_ms, n, 'fixture'), 'Regional cup ' || n, '2026', case when n % 4 = 0 then 'draft' else 'published' end,
         fill.moment(p.start_ms + (p.now_ms - p.start_ms) * n / (1 + p.games / 50)), fill.moment(p.now_ms)
    from fill.plan p, generate_series(1, 1 + p.games / 50) n;
  insert into fixture_matches (id, fixture_id, ordinal, home_team, away_team, starts_at, home_odds, draw_odds, away_odds)
  select gen_random_uuid(), f.id, n, 'Home ' || n, 'Away ' || n, f.created_at, 200, 300, 400 from fixtures f, generate_series(1, 8) n`
