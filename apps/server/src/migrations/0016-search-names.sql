-- The names that people use for clubs and leagues when they search for games.

-- One club or league with its other names. Staff edit them in the console.
create table search_names (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('team', 'league')),
  -- The name that the feed uses. Suffixes such as "FC", accents and spaces are ignored.
  name text not null,
  -- The country of a league; empty for a league of any country, and for clubs.
  country text not null default '',
  aliases text[] not null default '{}',
  -- The rank of a league among results of the same quality, highest first. Zero for clubs.
  importance int not null default 0 check (importance between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (kind, name, country)
);

-- Clubs and leagues whose names are spelled like the words, with the similarity from 0 to 1. For misspelled searches.
create function similar_names(words text) returns table (kind text, name text, similarity real)
  language sql stable strict set pg_trgm.word_similarity_threshold = 0.4
  as $$
    -- Fold the words once, not for each name.
    with searched as materialized (select search_fold(words) as text), near as (
      select home_team, away_team from searched, games
      where status in ('upcoming', 'live') and searched.text <% search_fold(home_team || ' ' || away_team)
    ), names as (
      select 'team' as kind, home_team as name, home_team as spelled from near
      union select 'team', away_team, away_team from near
      union select n.kind, n.name, a.alias from search_names n, unnest(n.aliases || n.name) a (alias)
    ), measured as materialized (
      select n.kind, n.name, word_similarity(searched.text, search_fold(n.spelled)) as similarity from searched, names n
    )
    select m.kind, m.name, max(m.similarity)
    from measured m
    where m.similarity >= 0.4
    group by m.kind, m.name
    order by 3 desc
    limit 20
  $$;

insert into search_names (kind, name, country, importance, aliases)
select 'league', name, country, importance, string_to_array(aliases, ', ') from (values
  ('Premier League', 'England', 100, 'epl, english premier league, england premier league, barclays'),
  ('UEFA Champions League', '', 98, 'ucl, champions league, uefa'),
  ('Champions League', '', 98, 'ucl'),
  ('World Cup', '', 97, 'fifa world cup, mundial'),
  ('Africa Cup of Nations', '', 96, 'afcon, can, african cup'),
  ('Uganda Premier League', 'Uganda', 95, 'upl, uganda premier, startimes'),
  ('Premier League', 'Uganda', 95, 'upl, uganda premier league, startimes'),
  ('LaLiga', 'Spain', 90, 'la liga, liga, spanish league'),
  ('La Liga', 'Spain', 90, 'laliga, liga, spanish league'),
  ('Serie A', 'Italy', 88, 'italian league, calcio'),
  ('Bundesliga', 'Germany', 86, 'german league'),
  ('Ligue 1', 'France', 84, 'french league, ligue one'),
  ('UEFA Europa League', '', 82, 'uel, europa league, europa'),
  ('UEFA Europa Conference League', '', 80, 'uecl, conference league'),
  ('FA Cup', 'England', 78, ''),
  ('CAF Champions League', '', 76, 'caf'),
  ('CAF Confederation Cup', '', 74, 'caf'),
  ('Championship', 'England', 70, 'efl championship'),
  ('Kenyan Premier League', 'Kenya', 66, 'kpl, fkf, kenya premier league'),
  ('Premier League', 'Kenya', 66, 'kpl, fkf, kenya premier league'),
  ('Ligi Kuu Bara', 'Tanzania', 64, 'tpl, nbc premier league, tanzania premier league, ligi kuu'),
  ('Rwanda Premier League', 'Rwanda', 60, 'rpl'),
  ('Eredivisie', 'Netherlands', 58, 'dutch league'),
  ('Primeira Liga', 'Portugal', 56, 'portuguese league, liga portugal'),
  ('Premiership', 'Scotland', 54, 'spl, scottish league'),
  ('Saudi Pro League', 'Saudi Arabia', 52, 'spl, saudi league'),
  ('MLS', 'USA', 50, 'major league soccer'),
  ('Ghana Premier League', 'Ghana', 48, 'gpl')
) as seed (name, country, importance, aliases);

insert into search_names (kind, name, aliases)
select 'team', name, string_to_array(aliases, ', ') from (values
  ('Manchester United', 'man utd, man united, manchester utd, man u, manu, mufc, united, red devils'),
  ('Manchester City', 'man city, mancity, man c, mcfc, city, citizens'),
  ('Arsenal', 'afc, gunners, the gunners, ars'),
  ('Liverpool', 'lfc, pool, reds, the reds, liver'),
  ('Chelsea', 'cfc, blues, the blues, chels, che'),
  ('Tottenham', 'spurs, tottenham hotspur, thfc, tot'),
  ('Newcastle', 'newcastle united, newcastle utd, nufc, magpies, toon'),
  ('Aston Villa', 'avfc, villans, aston'),
  ('West Ham', 'west ham united, west ham utd, hammers, whu'),
  ('Brighton', 'brighton and hove albion, brighton hove albion, seagulls'),
  ('Nottingham Forest', 'forest, notts forest, nottm forest, nffc'),
  ('Crystal Palace', 'palace, cpfc, eagles'),
  ('Wolves', 'wolverhampton, wolverhampton wanderers, wwfc'),
  ('Everton', 'efc, toffees'),
  ('Bournemouth', 'afcb, cherries'),
  ('Leeds', 'leeds united, leeds utd, lufc'),
  ('Leicester', 'leicester city, foxes, lcfc'),
  ('Fulham', 'cottagers, ffc'),
  ('Brentford', 'bees'),
  ('Southampton', 'saints'),
  ('Sunderland', 'black cats, safc'),
  ('Burnley', 'clarets'),
  ('Real Madrid', 'real, madrid, rma, los blancos, rmcf, hala madrid'),
  ('Barcelona', 'barca, fcb, fc barcelona, blaugrana, bca'),
  ('Atletico Madrid', 'atleti, atletico, atl madrid, atm'),
  ('Athletic Bilbao', 'bilbao, athletic club, athletic'),
  ('Real Sociedad', 'sociedad, la real'),
  ('Betis', 'real betis'),
  ('Juventus', 'juve, old lady'),
  ('AC Milan', 'milan, acm, rossoneri'),
  ('Inter', 'inter milan, internazionale, nerazzurri'),
  ('AS Roma', 'roma, asr'),
  ('Napoli', 'ssc napoli, naples'),
  ('Atalanta', 'la dea'),
  ('Bayern Munich', 'bayern, bayern munchen, fc bayern, munich, fcbm'),
  ('Dortmund', 'borussia dortmund, bvb'),
  ('Bayer Leverkusen', 'leverkusen, bayer 04, b04'),
  ('RB Leipzig', 'leipzig, rbl'),
  ('B. Monchengladbach', 'gladbach, borussia monchengladbach, bmg'),
  ('Eintracht Frankfurt', 'frankfurt, sge'),
  ('PSG', 'paris, paris saint germain, paris sg, paris saint-germain'),
  ('Marseille', 'om, olympique marseille'),
  ('Lyon', 'ol, olympique lyon, olympique lyonnais'),
  ('Monaco', 'as monaco'),
  ('Ajax', 'afc ajax'),
  ('Benfica', 'sl benfica, slb'),
  ('FC Porto', 'porto'),
  ('Sporting CP', 'sporting, sporting lisbon'),
  ('Celtic', 'bhoys'),
  ('Galatasaray', 'gala, galata'),
  ('Al Nassr', 'alnassr, al-nassr, ronaldo'),
  ('Al Hilal', 'alhilal, al-hilal'),
  ('Inter Miami', 'miami, messi'),
  ('Vipers', 'vipers sc, venoms, the venoms'),
  ('KCCA', 'kcca fc, kasasiro, kasasiro boys, garbage collectors, kampala city'),
  ('SC Villa', 'villa, jogoo, joogo, villa jogoo, sports club villa'),
  ('Express', 'express fc, red eagles, mukwano gwabangi, mukwano'),
  ('URA', 'ura fc, tax collectors, tax men'),
  ('BUL', 'bul fc, jinja, bul jinja'),
  ('NEC', 'nec fc'),
  ('Kitara', 'kitara fc, royals'),
  ('Maroons', 'maroons fc, prisons'),
  ('UPDF', 'updf fc, army'),
  ('Police', 'police fc, uganda police, cops'),
  ('Wakiso Giants', 'wakiso, purple sharks'),
  ('Mbarara City', 'mbarara, ankole lions'),
  ('Lugazi', 'lugazi fc'),
  ('Bright Stars', 'soltilo, soltilo bright stars'),
  ('Busoga United', 'busoga'),
  ('Gaddafi', 'gaddafi fc, soldier boys'),
  ('Onduparaka', 'caterpillars, arua'),
  ('Arua Hill', 'kongolo'),
  ('Gor Mahia', 'gor, kogalo'),
  ('AFC Leopards', 'leopards, ingwe'),
  ('Young Africans', 'yanga, yanga sc'),
  ('Simba', 'simba sc, mnyama'),
  ('Azam', 'azam fc'),
  ('Uganda', 'cranes, uganda cranes'),
  ('Kenya', 'harambee stars'),
  ('Tanzania', 'taifa stars'),
  ('Nigeria', 'super eagles'),
  ('Ghana', 'black stars'),
  ('Senegal', 'teranga lions'),
  ('South Africa', 'bafana, bafana bafana'),
  ('Cameroon', 'indomitable lions')
) as seed (name, aliases);
