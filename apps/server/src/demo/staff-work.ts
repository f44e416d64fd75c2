import { changeSettings } from '@mupiira/contract/admin-settings.ts'
import { decideApproval, deductFromUser, topUpUser } from '@mupiira/contract/adjustments.ts'
import { postNotice } from '@mupiira/contract/admin-notices.ts'
import { cancelTicket } from '@mupiira/contract/admin-tickets.ts'
import { answerMessage, readMessagesOf, sendMessage } from '@mupiira/contract/chat.ts'
import { addUserNote } from '@mupiira/contract/user-file.ts'
import { setUserStatus } from '@mupiira/contract/users.ts'
import { DEMO_ADMIN, DEMO_SECOND_ADMIN } from '../demo-accounts.ts'
import { leagueScope } from '@mupiira/domain/in-play/league-rules.ts'
import { settingRule } from '@mupiira/domain/settings/catalogue.ts'
import type { Modules } from '../compose.ts'
import { accountId } from './account-id.ts'
import { type Chance, pickFrom } from './chance.ts'
import type { HourlyWork, Activity, Player } from './activity.ts'
import type { Sessions } from './session.ts'

const QUESTIONS = [
  ['My deposit has not arrived. I paid ten minutes ago.', 'Thank you for waiting. The payment has arrived now.'],
  [
    'How do I withdraw to my Airtel number?',
    'Open Account, then WITHDRAW. The money goes to the number of your account.',
  ],
  ['Why is my bet still open? The game is over.', 'One game of your ticket has not started yet.'],
  ['Can you cancel my last bet? I chose the wrong team.', 'You can cash it out on its ticket before the game starts.'],
  ['What is the smallest stake?', 'UGX 25,000 for the first bet, and UGX 10,000 afterwards.'],
] as const
const NOTICES = [
  'The derby is on Saturday. All markets are open.',
  'Withdrawals to MTN and Airtel now take less than a minute.',
  'You can set limits for deposits, stakes and losses under Account.',
  'Basketball and tennis every day: find them under Sports.',
  'Airtel Money was slow this morning. All deposits have arrived.',
] as const
const NOTES = [
  'Called about a deposit; explained the first-deposit minimum',
  'Asked for a loss limit',
  'VIP, calls on Fridays',
]

const PACED = ['bet_delay_seconds', 'feed_latency', 'reopen_delay_seconds'] as const

/** The default of a setting in seconds of play instead of real seconds, within the setting's limits. */
function pacedSeconds(key: (typeof PACED)[number], feedSpeed: number): number {
  const { initial, min = 0, max = initial } = settingRule(key)
  return Math.min(max, Math.max(min, Math.round(initial / feedSpeed)))
}

/** The staff's part of the history: chats, notes, suspensions, cancelled bets, adjustments and approvals. */
export async function createStaffWork(modules: Modules, sessions: Sessions, chance: Chance, activity: Activity) {
  const { firstName, lastName, phoneNumber, password } = DEMO_SECOND_ADMIN
  const created = await modules.admin.staffAccounts.create({
    phoneNumber,
    password,
    name: `${firstName} ${lastName}`,
    role: 'manager',
  })
  if (!created.isDone) throw new Error(created.text)
  const admin = await accountId(modules, DEMO_ADMIN.phoneNumber)
  const colleague = await accountId(modules, phoneNumber)
  const asAdmin = () => sessions.of(admin, true)
  const asColleague = () => sessions.of(colleague, true)
  const playerFor = (name: string): Player => pickFrom(activity.players, chance(`staff ${name}`))

  async function sendQuestion(day: number, turn: number, isAnswered: boolean): Promise<void> {
    const player = playerFor(`chat ${day} ${turn}`)
    const [question, reply] = pickFrom(QUESTIONS, chance(`question ${day} ${turn}`))
    const asPlayer = await sessions.of(player.id)
    const sent = await asPlayer(sendMessage, { body: { content: question } })
    if (sent === null || !isAnswered) return
    const call = await asColleague()
    const params = { userId: player.id }
    await call(readMessagesOf, { params, body: { upTo: sent.message.no } })
    await call(answerMessage, { params, body: { content: reply } })
  }

  async function note(day: number): Promise<void> {
    const call = await asColleague()
    const params = { id: playerFor(`note ${day}`).id }
    await call(addUserNote, { params, body: { note: pickFrom(NOTES, chance(`note ${day}`)) } })
  }

  let suspended: string | null = null

  async function suspend(day: number): Promise<void> {
    suspended = playerFor(`suspension ${day}`).id
    const call = await asAdmin()
    const body = { newStatus: 'suspended', reason: 'The number was reported as stolen' } as const
    await call(setUserStatus, { params: { id: suspended }, body })
  }

  async function activate(): Promise<void> {
    if (suspended === null) return
    const call = await asAdmin()
    const body = { newStatus: 'active', reason: 'The owner has shown the SIM card' } as const
    await call(setUserStatus, { params: { id: suspended }, body })
  }

  async function cancelBet(): Promise<void> {
    const [bet] = activity.runningBets()
    if (bet === undefined) return
    const call = await asColleague()
    await call(cancelTicket, { params: { id: bet.id }, body: { reason: 'Placed twice by mistake, says the player' } })
  }

  async function propose(name: string, amount: number, description: string): Promise<string | null> {
    const call = await asColleague()
    const params = { id: playerFor(name).id }
    const proposed = await call(topUpUser, { params, body: { amount, description } })
    return proposed !== null && 'approvalId' in proposed ? proposed.approvalId : null
  }

  async function decideTopUp(day: number): Promise<void> {
    const id = await propose(`top-up ${day}`, 1_200_000, 'Winnings of a ticket that was settled wrongly')
    const call = await asAdmin()
    const decision = day % 10 === 4 ? 'decline' : 'approve'
    if (id !== null)
      await call(decideApproval, { params: { id }, body: { decision, note: 'Checked against the ticket' } })
  }

  const every = (day: number, days: number, at: number, ...work: HourlyWork): HourlyWork[] =>
    day % days === at % days ? [work] : []

  return {
    hours: (day: number): HourlyWork[] => [
      ...[0, 1, 2].map((turn): HourlyWork => [12 + turn, () => sendQuestion(day, turn, true)]),
      ...every(day, 2, 1, 12.5, () => note(day)),
      ...every(day, 3, 1, 17.5, cancelBet),
      ...every(day, 4, 2, 14.5, () => propose(`goodwill ${day}`, 20_000, 'Goodwill after a late payment')),
      ...every(day, 5, 4, 15.5, () => decideTopUp(day)),
      ...every(day, 6, 2, 10.5, () => suspend(day)),
      ...every(day, 6, 3, 10.5, activate),
      ...every(day, 7, 0, 11.5, async () => {
        const call = await asAdmin()
        await call(postNotice, { body: { message: NOTICES[Math.floor(day / 7) % NOTICES.length] ?? '' } })
      }),
    ],

    /**
     * Turns on live betting, with waiting times for the speed of the demo's matches (INP-01, COUT-03), and with a
     * higher margin in one league.
     */
    async openLiveBetting(feedSpeed: number): Promise<void> {
      if (modules.settings.reads.current().in_play_betting === 'on') return
      const [match] = await activity.openMatches()
      const leagues = match === undefined ? {} : { [leagueScope(match.game)]: { margin: { popular: 3 } } }
      const call = await asAdmin()
      const changes = [
        { key: 'in_play_betting', value: 'on' },
        { key: 'in_play_leagues', value: JSON.stringify(leagues) },
        ...PACED.map((key) => ({ key, value: String(pacedSeconds(key, feedSpeed)) })),
      ]
      const asked = await call(changeSettings, { body: { changes, reason: 'Live betting opens' } })
      if (asked === null || !('approvalId' in asked)) throw new Error('the settings of live betting were refused')
      const approve = await asColleague()
      const body = { decision: 'approve', note: 'Agreed with the trading team' } as const
      await approve(decideApproval, { params: { id: asked.approvalId }, body })
    },

    /** Leaves open work for a visitor of the console: unread chats and requests for approval. */
    async leaveOpen(): Promise<void> {
      for (const turn of [0, 1, 2, 3]) await sendQuestion(-1, turn, false)
      await propose('open top-up', 1_500_000, 'Payout of a voided accumulator')
      const call = await asColleague()
      const params = { id: playerFor('open deduction').id }
      await call(deductFromUser, { params, body: { amount: 10_000, description: 'Deposit that was credited twice' } })
    },
  }
}
