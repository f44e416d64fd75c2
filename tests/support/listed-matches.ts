/** As many games as the home page lists, in the columns of the recorded matches. */
export const listedMatches = (games: number) =>
  Array.from({ length: games }, (_, at) => ({
    Date: '2026-08-01 16:00:00',
    country: at % 3 === 0 ? 'england' : 'uganda',
    league: 'premier-league',
    Season: '2026-2027',
    HomeTeam: `Home Club ${at + 1}`,
    AwayTeam: `Away Club ${at + 1}`,
    FTHG: '1',
    FTAG: '0',
    HTHG: '0',
    HTAG: '0',
    home_close: (1.5 + at / 20).toFixed(2),
    draw_close: '3.00',
    away_close: (4.9 - at / 20).toFixed(2),
    'over_2.5_close': '1.95',
    'under_2.5_close': '1.85',
  }))
