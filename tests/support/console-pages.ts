import { query } from './durable-database.ts'

export type ConsolePage = {
  readonly name: string
  /** Addresses of its main request for several players, days and filters. Addresses of lists omit the page number. */
  readonly paths: readonly string[]
  /** Additional requests of its screen. */
  readonly beside?: (path: string) => readonly string[]
  readonly isList?: true
  /** True for pages that no screen requests; they are for other programs. */
  readonly isForOtherPrograms?: true
}

/** Requests of the console's frame, on every page. */
const FRAME = [
  'me',
  'settings',
  'alerts?state=unacknowledged&pageSize=1',
  'approvals',
  'chat/conversations?page=1&pageSize=1',
  'games?decide=true&pageSize=1',
  'transactions?type=withdrawal&status=pending&pageSize=1',
  'transactions?type=deposit&review=true&pageSize=1',
  'withdrawal-reviews?pageSize=1',
].map((path) => `/api/admin/${path}`)

export const requestsOf = ({ beside }: ConsolePage, path: string): readonly string[] => [
  ...new Set([path, ...(beside?.(path) ?? []), ...FRAME]),
]

/** Sample ids, phone numbers, booking codes, references and names for the pages. */
const SAMPLED = {
  users: ['profiles', 'id', 'created_at desc', `role = 'user'`],
  phones: ['profiles', 'phone_number', 'created_at desc', `role = 'user'`],
  staff: ['profiles', 'id', 'id', `role = 'admin'`],
  tickets: ['tickets', 'id', 'created_at desc, id desc', 'true'],
  codes: ['tickets', 'booking_code', 'created_at desc, id desc', 'true'],
  payments: ['transactions', 'id', 'created_at desc, id desc', 'true'],
  references: ['transactions', 'reference', 'created_at desc, id desc', 'true'],
  shortReferences: ['transactions', 'short_reference', 'created_at desc, id desc', 'true'],
  games: ['games', 'id', 'created_at desc, id desc', 'true'],
  names: ['games', 'home_team', 'created_at desc, id desc', 'true'],
  conversations: ['chat_conversations', 'user_id', 'last_at desc', 'true'],
} as const
export type SampledIds = { readonly [name in keyof typeof SAMPLED]: readonly string[] }

/** All pages of the console for `samples` different players, tickets, payments, games and days. */
export async function consolePages(adminUrl: string, now: Date, samples: number): Promise<readonly ConsolePage[]> {
  const found: [string, readonly string[]][] = []
  for (const [name, [table, column, order, where]] of Object.entries(SAMPLED)) {
    const rows = await query(
      adminUrl,
      `select it from (select ${column} as it, row_number() over (order by ${order}) as at, count(*) over () as all_of_them
            from (select * from ${table} where ${where} order by ${order} limit 20000) latest) numbered
           where (at - 1) % greatest(1, all_of_them / ${samples}) = 0 limit ${samples}`,
    )
    found.push([name, rows.map((row) => String(row['it'])).filter((it) => it !== 'null')])
  }
  return pagesOf(Object.fromEntries(found) as SampledIds, now)
}

/** The pages for these samples. */
export function pagesOf(sampled: SampledIds, now: Date): readonly ConsolePage[] {
  const { users, phones, staff, tickets, codes, payments, references, shortReferences, games, names, conversations } =
    sampled
  const days = [0, 1, 7, 30, 90, 200].map((ago) =>
    new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
  )
  const each = (values: readonly string[], path: (value: string) => string): string[] =>
    values.map((value) => path(encodeURIComponent(value)))
  const list = (name: string, paths: readonly string[], ...beside: readonly string[]): ConsolePage => ({
    name,
    paths,
    beside: () => beside,
    isList: true,
  })

  const admin = '/api/admin'
  const counts = `${admin}/users/counts`
  const paymentsBeside = [`${admin}/transactions/totals`]
  return [
    {
      name: 'dashboard',
      paths: [`${admin}/charts/money?by=hour`, `${admin}/charts/money?by=day`],
      beside: () => [
        `${admin}/tasks`,
        `${admin}/stats`,
        `${admin}/charts/desk`,
        `${admin}/bets?page=1`,
        `${admin}/transactions`,
      ],
    },
    { name: 'the day’s report', paths: days.map((day) => `${admin}/report?day=${day}`) },
    list('tickets', [`${admin}/bets`]),
    list(
      'tickets by status',
      [
        ...['pending', 'won', 'lost', 'cashout', 'void', 'cancelled'].map((status) => `status=${status}`),
        ...['status=pending&sort=date', 'status=lost&sort=date'],
      ].map((filter) => `${admin}/bets?${filter}`),
    ),
    list(
      'tickets by day',
      days.flatMap((day) => [`${admin}/bets?from=${day}&to=${day}`, `${admin}/bets?to=${day}&status=won`]),
    ),
    list('tickets by code', [
      ...each(codes, (q) => `${admin}/bets?q=${q}`),
      ...each(codes, (q) => `${admin}/bets?q=${q.slice(0, 4)}`),
    ]),
    list('tickets by player', [
      ...each(phones, (q) => `${admin}/bets?q=${q}`),
      ...each(users, (user) => `${admin}/bets?user=${user}`),
    ]),
    list('tickets by game', [
      ...each(games, (game) => `${admin}/bets?game=${game}`),
      ...each(games, (game) => `${admin}/bets?game=${game}&status=pending&sort=-stake`),
    ]),
    { name: 'ticket', paths: each(tickets, (id) => `${admin}/bets/${id}`), beside: () => [`${admin}/bets`] },
    {
      name: 'ticket totals',
      paths: [`${admin}/bets/totals`, ...days.map((day) => `${admin}/bets/totals?from=${day}`)],
      isForOtherPrograms: true,
    },
    list('users', [`${admin}/users`], counts),
    list(
      'users by status',
      ['active', 'suspended', 'banned'].map((status) => `${admin}/users?status=${status}`),
      counts,
    ),
    {
      name: 'users by words',
      paths: [
        ...each(phones, (q) => `${admin}/users?q=${q.slice(-7)}`),
        ...['player', 'ab', 'p1', '7', 'example'].map((q) => `${admin}/users?q=${q}`),
      ],
      beside: (path) => [`${counts}${path.slice(path.indexOf('?'))}`, `${admin}/user-tags`],
      isList: true,
    },
    { name: 'users, all', paths: [`${admin}/users?all=true`], beside: () => [counts] },
    ...(['ledger', 'tickets', 'payments', 'audit'] as const).map((tab): ConsolePage => {
      const lists = {
        ledger: (id: string) => `${admin}/users/${id}/ledger`,
        tickets: (id: string) => `${admin}/bets?user=${id}`,
        payments: (id: string) => `${admin}/transactions?user=${id}`,
        audit: (id: string) => `${admin}/audit?q=user:${id}`,
      }
      const beside = (path: string) => [`${admin}/users/${/[0-9a-f-]{36}/.exec(path)?.[0]}`]
      return { name: `user, ${tab}`, paths: each(users, lists[tab]), beside, isList: true }
    }),
    {
      name: 'user, timeline',
      paths: each(users, (id) => `${admin}/users/${id}/timeline`),
      beside: (path) => [path.replace('/timeline', '')],
    },
    {
      name: 'user, related',
      paths: each(users, (id) => `${admin}/users/${id}/related`),
      beside: (path) => [path.replace('/related', '')],
    },
    {
      name: 'user, lifetime',
      paths: each(users, (id) => `${admin}/users/${id}/lifetime`),
      beside: (path) => [path.replace('/lifetime', '')],
    },
    list('payments', [`${admin}/transactions`], ...paymentsBeside),
    list(
      'payments by kind',
      [
        ...[
          'type=deposit',
          'type=withdrawal',
          'status=pending',
          'status=failed',
          'status=success',
          'review=true',
          'status=overdue',
        ].map((filter) => `${admin}/transactions?${filter}`),
        `${admin}/transactions?type=withdrawal&status=failed`,
      ],
      ...paymentsBeside,
    ),
    {
      name: 'payments by day',
      paths: days.map((day) => `${admin}/transactions?from=${day}&to=${day}`),
      beside: (path) => [`${admin}/transactions/totals${path.slice(path.indexOf('?'))}`, ...paymentsBeside.slice(0, 1)],
      isList: true,
    },
    {
      name: 'payments by words',
      paths: [
        ...each([...references, ...shortReferences], (q) => `${admin}/transactions?q=${q}`),
        ...each(phones, (q) => `${admin}/transactions?q=${q}`),
      ],
      beside: (path) => [`${admin}/transactions/totals${path.slice(path.indexOf('?'))}`, ...paymentsBeside.slice(0, 1)],
      isList: true,
    },
    {
      name: 'payment',
      paths: each(payments, (id) => `${admin}/transactions/${id}`),
      beside: () => [`${admin}/transactions`, ...paymentsBeside],
    },
    list('withdrawals to review', [`${admin}/withdrawal-reviews`]),
    list('games', [`${admin}/games`]),
    list('games by schedule', [`${admin}/games?sort=schedule`]),
    list(
      'games by status',
      ['upcoming', 'live', 'settled', 'cancelled'].map((status) => `${admin}/games?status=${status}`),
    ),
    list(
      'games by words',
      each(names, (q) => `${admin}/games?q=${q}`),
    ),
    list('trading grid', [
      `${admin}/trading`,
      ...days.map((day) => `${admin}/trading?day=${day}`),
      ...['state=live', 'state=suspended', 'sport=soccer', 'source=hand', 'league=Uganda%2FPremier%20League'].map(
        (filter) => `${admin}/trading?${filter}`,
      ),
    ]),
    { name: 'waiting games', paths: [`${admin}/games?decide=true`, `${admin}/games?contradictory=true`] },
    { name: 'jobs', paths: [`${admin}/jobs`] },
    { name: 'game alone', paths: each(games, (id) => `${admin}/games/${id}`), isForOtherPrograms: true },
    {
      name: 'game',
      paths: each(games, (id) => `${admin}/games/${id}/markets`),
      beside: (path) => [path.replace('/markets', '/scores')],
    },
    list('fixtures', [`${admin}/fixtures`]),
    list('search-names', [`${admin}/search-names`]),
    list('notices', [`${admin}/notices`]),
    {
      name: 'profit and loss of a month',
      paths: ['day', 'product', 'sport', 'league', 'market'].map(
        (by) => `${admin}/profit-and-loss?from=${days[4]}&to=${days[3]}&by=${by}`,
      ),
    },
    { name: 'months', paths: [`${admin}/months`, ...days.map((day) => `${admin}/months/${day.slice(0, 7)}`)] },
    {
      name: 'rows of a figure of a month',
      paths: [
        'turnover',
        'grossGamingRevenue',
        'refunds',
        'settledStakes',
        'bonusCost',
        'deposits',
        'openStakes',
        'debts',
        'tax',
      ].flatMap((figure) =>
        [1, 40].map((page) => `${admin}/figures/rows?figure=${figure}&from=${days[4]}&to=${days[3]}&page=${page}`),
      ),
    },
    {
      name: 'rows of a group of a month',
      paths: ['by=market&key=1x2', 'by=sport&key=soccer', 'by=product&key=sportsbook'].map(
        (group) => `${admin}/figures/rows?figure=payouts&from=${days[4]}&to=${days[3]}&${group}`,
      ),
    },
    list('alerts', [`${admin}/alerts`, `${admin}/alerts?state=closed`, `${admin}/alerts?kind=large_win&sort=-date`]),
    { name: 'in-play', paths: [`${admin}/in-play`] },
    list('live bets', [`${admin}/delayed-bets`], `${admin}/delayed-bets/counts`),
    list('live bets by outcome, player and game', [
      ...['state=waiting', 'state=accepted', 'state=rejected', 'reason=GOAL'].map(
        (filter) => `${admin}/delayed-bets?${filter}`,
      ),
      ...each(users, (user) => `${admin}/delayed-bets?user=${user}`),
      ...each(games, (game) => `${admin}/delayed-bets?game=${game}`),
    ]),
    { name: 'leagues in play', paths: [`${admin}/in-play/leagues`] },
    { name: 'courtsiding', paths: [`${admin}/in-play/courtsiding`] },
    { name: 'risk', paths: [`${admin}/risk`], beside: () => [`${admin}/risk/prices`] },
    {
      name: 'open bets before a suspension',
      paths: [`${admin}/risk/open-bets`, ...each(games, (game) => `${admin}/risk/open-bets?game=${game}`)],
    },
    list('audit log', [`${admin}/audit`, `${admin}/audit?alone=true`]),
    list('audit log by who and what', [
      ...each(staff, (id) => `${admin}/audit?actor=${id}`),
      ...['user', 'game', 'payment', 'setting', 'chat', 'staff', 'user.suspend', 'setting.change'].map(
        (what) => `${admin}/audit?action=${what}`,
      ),
    ]),
    list(
      'audit log by day',
      days.flatMap((day) => [`${admin}/audit?from=${day}&to=${day}`, `${admin}/audit?to=${day}`]),
    ),
    list('audit log by words', [
      ...['Case 77', 'player', 'suspended'].map((q) => `${admin}/audit?q=${encodeURIComponent(q)}`),
      ...each(users, (id) => `${admin}/audit?q=user:${id}`),
    ]),
    list('conversations', [
      `${admin}/chat/conversations`,
      ...['unread=true', 'isVisitor=false', 'isVisitor=true', 'open=true', 'open=false', 'assigned=me'].map(
        (filter) => `${admin}/chat/conversations?${filter}`,
      ),
    ]),
    {
      name: 'conversation',
      paths: each(conversations, (id) => `${admin}/chat/${id}/messages`),
      beside: (path) => [
        ...['chat/conversations', 'chat/staff', 'quick-replies'].map((read) => `${admin}/${read}`),
        path.replace(/messages$/, 'card'),
      ],
    },
    { name: 'answer times', paths: [`${admin}/chat/report`], beside: () => [`${admin}/chat/conversations`] },
    { name: 'aviator', paths: [`${admin}/aviator/chains`] },
    {
      name: 'search',
      paths: each([...phones, ...codes, ...references, ...shortReferences, ...names, 'player', 'ab'], (q) => {
        return `${admin}/search?q=${q}`
      }),
    },
    { name: 'settings', paths: [`${admin}/settings`] },
    { name: 'approvals', paths: [`${admin}/approvals`] },
    { name: 'staff', paths: [`${admin}/staff`] },
    { name: 'reconciliation', paths: [`${admin}/reconciliation/cases`] },
  ]
}
