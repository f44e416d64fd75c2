import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { deposit, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { sendForm, smallPng } from '../support/chat-form.ts'
import { registerStaff } from '../support/staff.ts'
import { prepareConsole } from './console-screens.ts'
import type { Product } from '../support/product.ts'
import { lineOf, SETTLING, type Fixture, type Line } from './matches.ts'
import { mustPlace } from '../support/place-bet.ts'

const MINUTE_MS = 60_000
/** Time between the first kick-off and the pictures. */
const PICTURES_AFTER_MINUTES = 17
/** Accounts and bets are made before the first kick-off. */
const PREPARED_WITHIN_MINUTES = 13.5

const ENGLAND = ['england', 'premier-league'] as const
const SPAIN = ['spain', 'la-liga'] as const
const ITALY = ['italy', 'serie-a'] as const
const KENYA = ['kenya', 'premier-league'] as const

const drawn = [
  [0, 0],
  [0, 0],
] as const

/** Upcoming matches at the time of the pictures. `inMinutes` counts from the first kick-off. */
const UPCOMING: readonly (Omit<Fixture, 'score' | 'kickoff'> & { readonly inMinutes: number })[] = [
  { home: 'Kitara FC', away: 'Wakiso Giants', odds: [1.95, 3.2, 4.1], inMinutes: 42 },
  { home: 'Maroons FC', away: 'NEC FC', odds: [2.34, 3.05, 3.1], inMinutes: 95 },
  { home: 'Brighton', away: 'Manchester United', odds: [2.62, 3.55, 2.58], league: ENGLAND, inMinutes: 130 },
  { home: 'Arsenal', away: 'Newcastle Utd', odds: [1.52, 4.4, 5.9], league: ENGLAND, inMinutes: 220 },
  { home: 'Fulham', away: 'Crystal Palace', odds: [2.3, 3.3, 3.15], league: ENGLAND, inMinutes: 1_100 },
  { home: 'Liverpool', away: 'Everton', odds: [1.38, 5.1, 7.6], league: ENGLAND, inMinutes: 1_250 },
  { home: 'Sevilla', away: 'Real Betis', odds: [2.45, 3.2, 2.95], league: SPAIN, inMinutes: 250 },
  { home: 'Girona', away: 'Valencia', odds: [2.05, 3.4, 3.7], league: SPAIN, inMinutes: 1_300 },
  { home: 'Atalanta', away: 'Torino', odds: [1.62, 3.9, 5.4], league: ITALY, inMinutes: 300 },
  { home: 'Gor Mahia', away: 'AFC Leopards', odds: [2.1, 2.95, 3.75], league: KENYA, inMinutes: 340 },
]

const RUNNING: readonly (Omit<Fixture, 'kickoff'> & { readonly inMinutes: number })[] = [
  {
    home: 'Mbarara City',
    away: 'Lugazi FC',
    score: [
      [1, 1],
      [2, 1],
    ],
    odds: [1.9, 3.2, 4.3],
    inMinutes: 10,
  },
  { home: 'Police FC', away: 'UPDF FC', score: drawn, odds: [2.2, 3, 3.4], inMinutes: 12 },
]

export function screenLines(now: Date): readonly Line[] {
  const at = (minutes: number): Date => new Date(now.getTime() + (PREPARED_WITHIN_MINUTES + minutes) * MINUTE_MS)
  return [
    ...SETTLING.map((match) => ({ ...match, kickoff: at(2) })),
    ...RUNNING.map(({ inMinutes, ...match }) => ({ ...match, kickoff: at(inMinutes) })),
    ...UPCOMING.map(({ inMinutes, ...match }) => ({ ...match, score: drawn, kickoff: at(inMinutes) })),
  ].map(lineOf)
}

/** Players and their activity at the time of the pictures. */
export type ScreensFixture = {
  readonly regular: Player
  readonly newcomer: Player
  readonly staff: Player
  /** Fills in the placeholders of a screen's address, such as `{wonTicketId}`. */
  readonly fill: (path: string) => Promise<string>
}

export async function openScreensFixture(product: Product): Promise<ScreensFixture> {
  const regular = await registerPlayer(product, '772600110')
  const newcomer = await registerPlayer(product, '772600120')
  const received = await deposit(regular, 250_000)
  const failed = await deposit(regular, 50_000, '256772600111')
  const games = new Map(
    (await regular.client.must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })).items.map((game) => [
      game.homeTeam,
      game,
    ]),
  )
  const won = await bet(regular, 25_000, [pick(games, 'Vipers SC', '1'), pick(games, 'SC Villa', '2')])
  const lost = await bet(regular, 10_000, [pick(games, 'URA FC', '2')])
  const running = await bet(regular, 10_000, [
    pick(games, 'Vipers SC', '1'),
    pick(games, 'Mbarara City', '1'),
    pick(games, 'Fulham', 'X'),
  ])
  await advanceGames(product, regular, won.id)
  const paidOut = await withdraw(regular, 50_000)
  await setOwnLimits(regular)
  const staff = await registerStaff(product, '772600130')
  await writeToCustomerCare(staff, regular)
  const visitorId = await writeAsVisitor(product, staff)
  await readOlderNotifications(regular)
  const consoleVisit = await prepareConsole(product, staff, games.get('Girona')?.id ?? '')

  const known: Readonly<Record<string, string>> = {
    ...consoleVisit,
    regularId: regular.userId,
    visitorId,
    gameId: games.get('Arsenal')?.id ?? '',
    playedGameId: games.get('Vipers SC')?.id ?? '',
    liveGameId: games.get('Mbarara City')?.id ?? '',
    wonTicketId: won.id,
    lostTicketId: lost.id,
    runningTicketId: running.id,
    bookingCode: running.bookingCode,
    depositId: received.id,
    failedDepositId: failed.id,
    withdrawalId: paidOut.id,
  }
  return {
    regular,
    newcomer,
    staff,
    async fill(path) {
      const name = /\{(\w+)\}/.exec(path)?.[1]
      if (name === undefined) return path
      const value = name === 'pendingDepositId' ? await unansweredDeposit(regular) : known[name]
      if (value === undefined) throw new Error(`no screen knows {${name}}`)
      return path.replace(`{${name}}`, value)
    },
  }
}

type Pick = { readonly gameId: string; readonly market: string; readonly selection: string; readonly odds: number }

function pick(games: ReadonlyMap<string, Game>, home: string, selection: '1' | 'X' | '2'): Pick {
  const game = games.get(home)
  if (game === undefined) throw new Error(`there is no game of ${home}`)
  return { gameId: game.id, market: '1x2', selection, odds: game.prices[selection] ?? 0 }
}

async function bet({ client }: Player, stake: number, selections: Pick[]): Promise<Ticket> {
  return (await mustPlace(client, { body: { stake, selections, acceptOddsChanges: true } })).ticket
}

/** Sets limits that the tests never reach, and requests a raise, which takes effect later. */
async function setOwnLimits({ client }: Player): Promise<void> {
  const ownLimits = [
    ['deposit', 'month', 2_000_000],
    ['stake', 'week', 500_000],
    ['stake', 'week', 800_000],
    ['loss', 'day', 300_000],
  ] as const
  for (const [kind, period, amount] of ownLimits) {
    await client.must('PUT /api/protection/limits', { body: { kind, period, amount } })
  }
}

/** Leaves three notifications unread. */
async function readOlderNotifications({ client }: Player): Promise<void> {
  const { items } = await client.must('GET /api/notifications', { query: { limit: 100 } })
  for (const { id } of items.slice(3)) await client.must('POST /api/notifications/{id}/read', { params: { id } })
}

/** Sends a question, an answer and a picture. */
async function writeToCustomerCare(agent: Player, player: Player): Promise<void> {
  const sendMessage = (content: string) => player.client.must('POST /api/chat/messages', { body: { content } })
  const answer = (content: string) =>
    agent.client.must('POST /api/admin/chat/{userId}/messages', {
      params: { userId: player.userId },
      body: { content },
    })
  await sendMessage('Hello, I paid in UGX 50,000 by MTN half an hour ago, and it is not on my balance.')
  await answer('Hello Amina, thank you for writing. Could you send us a picture of the message from MTN?')
  await sendForm(player.client, '/api/chat/messages', { content: 'Here it is', image: smallPng(320, 180) })
  await answer('Thank you. We have asked MTN; the deposit will be credited as soon as they confirm it.')
}

/** Sends a question without logging in, and an answer. Returns the id of the conversation. */
async function writeAsVisitor(product: Product, agent: Player): Promise<string> {
  const visitor = product.client()
  await visitor.must('GET /api/visitor-chat/messages', {})
  const { message } = await visitor.must('POST /api/visitor-chat/messages', {
    body: {
      key: 'first-question',
      content: 'I lost my phone with my line, and the code to log in goes to that number.',
    },
  })
  const { userId } = message
  await agent.client.must('POST /api/admin/chat/{userId}/messages', {
    params: { userId },
    body: { content: 'Please replace the line at a shop of your operator. Then the code arrives on the new phone.' },
  })
  return userId
}

/** Advances the time: the first games are played and settled, others are live. */
async function advanceGames({ clock, loaded }: Product, { client }: Player, ticketId: string): Promise<void> {
  const first = Math.min(...loaded.map((match) => match.kickoff.getTime()))
  await clock.moveTo(new Date(first + MINUTE_MS))
  await until('the first games are on', async () => {
    const { items } = await client.must('GET /api/games', { query: { status: 'live' } })
    return items.length >= SETTLING.length
  })
  await clock.moveTo(new Date(first + (PICTURES_AFTER_MINUTES - 2) * MINUTE_MS))
  await until('the ticket is paid', async () => {
    const ticket = await client.must('GET /api/bets/{id}', { params: { id: ticketId } })
    return ticket.status === 'won'
  })
}

/**
 * A deposit that the network never answers, created for each picture because it waits for only a minute and a
 * quarter.
 */
async function unansweredDeposit({ client }: Player): Promise<string> {
  const { transaction } = await client.must('POST /api/payments/deposits', {
    body: { amount: 20_000, phoneNumber: '256772600113', method: 'MTN' },
  })
  return transaction.id
}
