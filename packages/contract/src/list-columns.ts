// The columns of the console's lists: their titles and values, on screen and in exported files. The web app adds cells.
// This file runs in the browser, so it imports only types of the contract.
import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import { entryActionText } from '@mupiira/domain/access/action-texts.ts'
import { alertValueText, ALERTS, SEVERITY_TEXTS } from '@mupiira/domain/alerts/alerts.ts'
import { APPROVAL_KIND_TEXTS } from '@mupiira/domain/access/approval-kinds.ts'
import { ROLES } from '@mupiira/domain/access/capabilities.ts'
import { permissionsLabel } from '@mupiira/domain/access/staff-roles.ts'
import { rejectionText } from '@mupiira/domain/in-play/delayed-bet-texts.ts'
import { entryText, rowLineText } from '@mupiira/domain/money/figure-texts.ts'
import { FIGURES, PRODUCTS } from '@mupiira/domain/money/figures.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { PAYMENT_TYPE_TEXTS, paymentStatusText } from '@mupiira/domain/payments/payment-texts.ts'
import { providerText } from '@mupiira/domain/payments/providers.ts'
import { caseText } from '@mupiira/domain/payments/case-texts.ts'
import { reviewReasonsText } from '@mupiira/domain/payments/review-texts.ts'
import { displayPhone, reachableEmail } from '@mupiira/domain/phone/phone.ts'
import { PRIORITY_TEXTS } from '@mupiira/domain/notices/notice.ts'
import { TICKET_STATUS_TEXTS } from '@mupiira/domain/ticket/status-texts.ts'
import { textOfCode } from '@mupiira/domain/text-of-code.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Approval } from './adjustments.ts'
import type { ReconciliationCase } from './admin.ts'
import type { Alert } from './admin-alerts.ts'
import type { MonthFigure } from './admin-closings.ts'
import type { AdminDelayedBet } from './admin-delayed-bets.ts'
import type { Fixture, FixtureMatch } from './admin-fixtures.ts'
import type { FigureRow } from './admin-figures.ts'
import type { ListedGame } from './admin-game-list.ts'
import type { AdminNotice } from './admin-notices.ts'
import type { SearchName } from './admin-search-names.ts'
import type { StaffListItem } from './admin-staff.ts'
import type { AdminTicket } from './admin-tickets.ts'
import type { AdminTransaction } from './admin-transactions.ts'
import type { HeldWithdrawal } from './admin-withdrawal-reviews.ts'
import type { AuditEntry } from './audit.ts'
import type { Conversation } from './chat.ts'
import type { TicketSelection } from './tickets.ts'
import type { User } from './users.ts'
import type { StatementEntry } from './wallet.ts'

/** A cell: text, a number, a time, or nothing. */
export type CellValue = string | number | Date | null

export type ListColumn<Row> = {
  readonly title: string
  /** The unit of the value; absent for texts and counts. */
  readonly kind?: 'money' | 'odds' | 'time'
  /** The title in files, where it differs from the screen because the specification prescribes it. */
  readonly heading?: string
  readonly value: (row: Row) => CellValue
}
export type ListColumns<Row> = { readonly [id: string]: ListColumn<Row> }

const timeOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
const personName = ({ user }: { readonly user: { readonly username: string } | null }): string =>
  user?.username ?? 'Unknown'
const emailOf = ({ user }: { readonly user: { readonly email: string } | null }): string | null =>
  user && reachableEmail(user.email)

type StakeParts = Pick<AdminTicket, 'totalStake' | 'cashedStake' | 'cashedOut' | 'payout'>
/** Amounts have at most two decimals, so the sums of a ticket are rounded to them. */
const hundredths = (amount: number): number => Math.round(amount * 100) / 100
const paidOf = ({ payout, cashedOut }: StakeParts): number | null =>
  payout === null && cashedOut === 0 ? null : hundredths((payout ?? 0) + cashedOut)

/** "Vipers SC vs KCCA FC: Moneyline, Vipers SC @ 2.10 (WON)" */
const selectionText = ({ match, marketName, selectionLabel, odds, label }: TicketSelection): string =>
  `${match}: ${marketName}, ${selectionLabel} @ ${formatOdds(oddsFromNumber(odds))} (${label})`

/** The specification prescribes the headings of files up to "Updated At". */
export const BET_LIST = {
  code: { title: 'Booking code', heading: 'Booking Code', value: ({ bookingCode }) => bookingCode },
  user: { title: 'User', value: personName },
  email: { title: 'Email', value: emailOf },
  stake: { title: 'Stake', kind: 'money', value: ({ totalStake }) => totalStake },
  odds: { title: 'Odds', kind: 'odds', value: ({ totalOdds }) => totalOdds },
  win: {
    title: 'Potential return',
    heading: 'Potential Win (UGX)',
    kind: 'money',
    value: ({ potentialWin }) => potentialWin,
  },
  payout: { title: 'Payout', kind: 'money', value: paidOf },
  status: { title: 'Status', value: ({ status }) => TICKET_STATUS_TEXTS[status] },
  date: { title: 'Date', heading: 'Created At', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  changed: { title: 'Updated', heading: 'Updated At', kind: 'time', value: ({ updatedAt }) => timeOf(updatedAt) },
  phone: { title: 'Phone', value: ({ user }) => displayPhone(user?.phoneNumber ?? '') },
  selections: { title: 'Selections', value: ({ selections }) => selections.map(selectionText).join('; ') },
  left: {
    title: 'Stake left',
    kind: 'money',
    value: ({ totalStake, cashedStake }) => hundredths(totalStake - cashedStake),
  },
  cashedOut: { title: 'Partial cashouts', kind: 'money', value: ({ cashedOut }) => cashedOut },
} as const satisfies ListColumns<AdminTicket>

type OutcomeParts = Pick<AdminDelayedBet, 'state' | 'rejectedBecause'>
/** "rejected: goal" */
export const outcomeText = ({ state, rejectedBecause }: OutcomeParts): string =>
  rejectedBecause === null ? state : `${state}: ${rejectionText(rejectedBecause)}`

/** The seconds between request and end of the delay: 8.4 */
export const delayOf = ({ createdAt, decidesAt }: Pick<AdminDelayedBet, 'createdAt' | 'decidesAt'>): number =>
  (Date.parse(decidesAt) - Date.parse(createdAt)) / 1_000

export const DELAYED_BET_LIST = {
  date: { title: 'Requested', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  player: { title: 'Player', value: personName },
  stake: { title: 'Stake', kind: 'money', value: ({ stake }) => stake },
  requested: { title: 'Requested odds', kind: 'odds', value: ({ requestedOdds }) => requestedOdds },
  accepted: { title: 'Accepted odds', kind: 'odds', value: ({ acceptedOdds }) => acceptedOdds },
  state: { title: 'Outcome', value: outcomeText },
  delay: { title: 'Delay', heading: 'Delay (s)', value: delayOf },
  game: {
    title: 'Selections',
    value: ({ selections }) =>
      selections
        .map(({ match, marketName, selectionLabel }) => `${match}: ${marketName}, ${selectionLabel}`)
        .join('; '),
  },
} as const satisfies ListColumns<AdminDelayedBet>

export const PAYMENT_LIST = {
  reference: { title: 'Reference', value: ({ shortReference }) => shortReference },
  user: { title: 'User', value: personName },
  email: { title: 'Email', value: emailOf },
  phone: { title: 'Phone', value: ({ phoneNumber }) => displayPhone(phoneNumber) },
  type: { title: 'Type', value: ({ type }) => PAYMENT_TYPE_TEXTS[type] },
  amount: { title: 'Amount', kind: 'money', value: ({ amount }) => amount },
  fee: { title: 'Fee', kind: 'money', value: ({ fee }) => fee },
  status: { title: 'Status', value: paymentStatusText },
  method: { title: 'Network', value: ({ paymentMethod }) => paymentMethod },
  provider: { title: 'Provider', value: ({ provider }) => providerText(provider) },
  date: { title: 'Date', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  order: { title: 'Reference at the provider', value: ({ reference }) => reference },
} as const satisfies ListColumns<AdminTransaction>

export const HELD_WITHDRAWAL_LIST = {
  user: PAYMENT_LIST.user,
  phone: PAYMENT_LIST.phone,
  amount: PAYMENT_LIST.amount,
  fee: PAYMENT_LIST.fee,
  reasons: { title: 'Held because', value: ({ reasons }) => reviewReasonsText(reasons) },
  waiting: { title: 'Waiting', heading: 'Waiting since', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  due: { title: 'Decide by', kind: 'time', value: ({ review }) => timeOf(review?.dueAt ?? null) },
  reference: PAYMENT_LIST.reference,
} as const satisfies ListColumns<HeldWithdrawal>

export const CASE_LIST = {
  kind: { title: 'Difference', value: ({ kind }) => caseText(kind) },
  amount: { title: 'Amount', kind: 'money', value: ({ amount }) => amount },
  age: { title: 'Age', heading: 'Age (hours)', value: ({ ageHours }) => ageHours },
  provider: { title: 'Provider', value: ({ provider }) => providerText(provider) },
  day: { title: 'Day', value: ({ day }) => day },
  reference: { title: 'Reference', value: ({ shortReference }) => shortReference },
  subject: { title: 'At the provider', value: ({ subject }) => subject },
  found: { title: 'Found', kind: 'time', value: ({ foundAt }) => timeOf(foundAt) },
  detail: { title: 'Details', value: ({ detail }) => detail },
} as const satisfies ListColumns<ReconciliationCase>

export const FIGURE_ROW_LIST = {
  date: { title: 'When', kind: 'time', value: ({ at }) => timeOf(at) },
  entry: { title: 'Entry', value: ({ line }) => rowLineText(line) },
  product: { title: 'Product', value: ({ product }) => (product === '' ? '' : PRODUCTS[product]) },
  player: { title: 'Player', value: ({ player }) => player?.username ?? '' },
  subject: { title: 'Ticket or payment', value: ({ code }) => code },
  game: { title: 'Game', value: ({ game }) => game?.name ?? '' },
  market: { title: 'Market', value: ({ market }) => market ?? '' },
  amount: { title: 'Amount', kind: 'money', value: ({ amount }) => amount },
} as const satisfies ListColumns<FigureRow>

export const MONTH_FIGURE_LIST = {
  month: { title: 'Month', value: ({ month }) => month },
  figure: { title: 'Figure', value: ({ figure }) => FIGURES[figure].name },
  closing: { title: 'At closing', kind: 'money', value: ({ atClosing }) => atClosing },
  now: { title: 'Now', kind: 'money', value: ({ now }) => now },
  difference: {
    title: 'Difference',
    kind: 'money',
    value: ({ now, atClosing }) => (atClosing === null ? null : hundredths(now - atClosing)),
  },
  closed: { title: 'Closed', kind: 'time', value: ({ closedAt }) => timeOf(closedAt) },
  by: { title: 'Closed by', value: ({ closedBy }) => closedBy },
  reason: { title: 'Reason', value: ({ reason }) => reason },
} as const satisfies ListColumns<MonthFigure>

export const USER_LIST = {
  first: { title: 'First name', value: ({ firstName }) => firstName },
  last: { title: 'Last name', value: ({ lastName }) => lastName },
  username: { title: 'Username', value: ({ username }) => username },
  phone: { title: 'Phone', value: ({ phoneNumber }) => displayPhone(phoneNumber) },
  email: { title: 'Email', value: ({ email }) => reachableEmail(email) },
  balance: { title: 'Balance', kind: 'money', value: ({ balance }) => balance },
  status: { title: 'Status', value: ({ accountStatus }) => ACCOUNT_STATUS_TEXTS[accountStatus] },
  role: { title: 'Role', value: ({ role }) => ROLES[role].label },
  date: { title: 'Member since', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
} as const satisfies ListColumns<User>

export const LEDGER_LIST = {
  date: { title: 'When', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  type: { title: 'Type', value: ({ type }) => entryText(type) },
  description: { title: 'Description', value: ({ description }) => description },
  amount: { title: 'Amount', kind: 'money', value: ({ amount }) => amount },
  balance: { title: 'Balance after', kind: 'money', value: ({ newBalance }) => newBalance },
  reference: { title: 'Reference', value: ({ referenceId }) => referenceId },
} as const satisfies ListColumns<StatementEntry>

export const CONVERSATION_LIST = {
  name: { title: 'Name', value: ({ name, username }) => name || username },
  phone: { title: 'Phone', value: ({ phoneNumber }) => displayPhone(phoneNumber) },
  writer: { title: 'Written by', value: ({ isVisitor }) => (isVisitor ? 'Visitor' : 'Player') },
  state: { title: 'State', value: ({ isOpen }) => (isOpen ? 'Open' : 'Closed') },
  assigned: { title: 'Assigned to', value: ({ assignedTo }) => assignedTo?.name ?? null },
  waiting: { title: 'Waiting since', kind: 'time', value: ({ waitingSince }) => timeOf(waitingSince) },
  unread: { title: 'Unread messages', value: ({ unread }) => unread },
  date: { title: 'Last message', kind: 'time', value: ({ lastMessage }) => timeOf(lastMessage.createdAt) },
} as const satisfies ListColumns<Conversation>

type DeliveryParts = Alert['deliveries'][number]
/** "ops@mupiira.example: waiting, attempt 2, ECONNREFUSED" */
const deliveryText = ({ to, state, attempts, failure }: DeliveryParts): string =>
  [`${to}: ${state}`, ...(failure === null ? [] : [`attempt ${attempts}`, failure])].join(', ')

/** "Open", "Acknowledged" or "Closed" */
export const alertState = ({ closedAt, acknowledged }: Pick<Alert, 'closedAt' | 'acknowledged'>): string =>
  closedAt !== null ? 'Closed' : acknowledged === null ? 'Open' : 'Acknowledged'

export const ALERT_LIST = {
  name: { title: 'Subject', value: ({ name }) => name },
  kind: { title: 'Alert', value: ({ kind }) => ALERTS[kind].label },
  severity: { title: 'Severity', value: ({ kind }) => SEVERITY_TEXTS[ALERTS[kind].severity] },
  value: { title: 'Value', value: ({ kind, value }) => alertValueText(kind, value) },
  threshold: { title: 'Threshold', value: ({ kind, threshold }) => alertValueText(kind, threshold) },
  state: { title: 'State', value: alertState },
  date: { title: 'Opened', kind: 'time', value: ({ openedAt }) => timeOf(openedAt) },
  seen: { title: 'Last seen', kind: 'time', value: ({ seenAt }) => timeOf(seenAt) },
  closed: { title: 'Closed', kind: 'time', value: ({ closedAt }) => timeOf(closedAt) },
  by: { title: 'Acknowledged by', value: ({ acknowledged }) => acknowledged?.by ?? null },
  note: { title: 'Note', value: ({ acknowledged }) => acknowledged?.note ?? null },
  deliveries: { title: 'Messages', value: ({ deliveries }) => deliveries.map(deliveryText).join('; ') },
} as const satisfies ListColumns<Alert>

export const NOTICE_LIST = {
  date: { title: 'Sent', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  text: { title: 'Text', value: ({ message }) => message },
  link: { title: 'Link', value: ({ actionUrl }) => actionUrl },
  priority: { title: 'Priority', value: ({ priority }) => PRIORITY_TEXTS[priority] },
  shown: { title: 'Shown to', value: ({ shown }) => shown },
} as const satisfies ListColumns<AdminNotice>

/** Manual games are stored as 0–0 before the start (ADMG-12), but the console shows no score then. */
export const gameScore = ({
  homeScore,
  awayScore,
  status,
}: Pick<ListedGame, 'homeScore' | 'awayScore' | 'status'>): string =>
  homeScore === null || awayScore === null || status === 'upcoming' ? '–' : `${homeScore} – ${awayScore}`

export const GAME_LIST = {
  game: { title: 'Game', value: ({ homeTeam, awayTeam }) => `${homeTeam} – ${awayTeam}` },
  league: { title: 'League', value: ({ league }) => league },
  country: { title: 'Country', value: ({ country }) => country },
  start: { title: 'Start', kind: 'time', value: ({ startTime }) => timeOf(startTime) },
  status: { title: 'Status', value: ({ status }) => status },
  score: { title: 'Score', value: gameScore },
  home: { title: 'Offered 1', kind: 'odds', value: ({ offered }) => offered?.home ?? null },
  draw: { title: 'Offered X', kind: 'odds', value: ({ offered }) => offered?.draw ?? null },
  away: { title: 'Offered 2', kind: 'odds', value: ({ offered }) => offered?.away ?? null },
  stakes: { title: 'Stakes', kind: 'money', value: ({ openStakes }) => openStakes },
  'worst-case': { title: 'Worst case', kind: 'money', value: ({ worstCase }) => worstCase },
  source: { title: 'Controlled by', value: ({ source }) => (source === 'hand' ? 'Staff' : 'Feed') },
  date: { title: 'Created', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
} as const satisfies ListColumns<ListedGame>

/** A match of a fixture as a row of a file. */
export type FixtureLine = { readonly fixture: Fixture; readonly match: FixtureMatch }

export const FIXTURE_LIST = {
  tournament: { title: 'Tournament', value: ({ fixture }) => fixture.tournament },
  season: { title: 'Season', value: ({ fixture }) => fixture.season },
  status: { title: 'Status', value: ({ fixture }) => (fixture.status === 'draft' ? 'Draft' : 'Published') },
  home: { title: 'Home team', value: ({ match }) => match.homeTeam },
  away: { title: 'Away team', value: ({ match }) => match.awayTeam },
  venue: { title: 'Venue', value: ({ match }) => match.venue },
  date: { title: 'Date', value: ({ match }) => match.date },
  time: { title: 'Time', heading: 'Time (EAT)', value: ({ match }) => match.time },
  homeOdds: { title: 'Odds 1', kind: 'odds', value: ({ match }) => match.homeOdds },
  drawOdds: { title: 'Odds X', kind: 'odds', value: ({ match }) => match.drawOdds },
  awayOdds: { title: 'Odds 2', kind: 'odds', value: ({ match }) => match.awayOdds },
} as const satisfies ListColumns<FixtureLine>

/** `searchNameTitle({ name: 'Bundesliga', country: 'Germany' })` → "Bundesliga, Germany". The list is sorted by the name. */
export const searchNameTitle = ({ name, country }: Pick<SearchName, 'name' | 'country'>): string =>
  country === '' ? name : `${name}, ${country}`

export const SEARCH_NAME_LIST = {
  name: { title: 'Name in the game list', value: searchNameTitle },
  aliases: { title: 'Other names', value: ({ aliases }) => aliases.join(', ') },
  kind: { title: 'Kind', value: ({ kind }) => (kind === 'league' ? 'League' : 'Club') },
  rank: { title: 'Rank', value: ({ kind, importance }) => (kind === 'league' ? importance : null) },
} as const satisfies ListColumns<SearchName>

/** The role of a member of staff: "Customer care", "No role", "Left". */
export const roleText = ({ permissions, leftAt }: Pick<StaffListItem, 'permissions' | 'leftAt'>): string =>
  permissions === null ? (leftAt === null ? 'No role' : 'Left') : permissionsLabel(permissions)

export const STAFF_LIST = {
  name: { title: 'Name', value: ({ name }) => name },
  role: { title: 'Role', value: roleText },
  phone: { title: 'Phone', value: ({ phoneNumber }) => displayPhone(phoneNumber) },
  factor: { title: 'Second factor', value: ({ hasSecondFactor }) => (hasSecondFactor ? 'Set up' : 'Not set up') },
  sessions: { title: 'Sessions', value: ({ sessions }) => sessions },
  seen: { title: 'Last seen', kind: 'time', value: ({ lastSeenAt }) => timeOf(lastSeenAt) },
  since: { title: 'Role since', kind: 'time', value: ({ givenAt }) => timeOf(givenAt) },
} as const satisfies ListColumns<StaffListItem>

export const APPROVAL_LIST = {
  kind: { title: 'Action', value: ({ kind }) => textOfCode(APPROVAL_KIND_TEXTS, kind) },
  amount: { title: 'Amount', kind: 'money', value: ({ amount }) => amount },
  subject: { title: 'Subject', value: ({ subjectName }) => subjectName },
  reason: { title: 'Reason', value: ({ reason }) => reason },
  by: { title: 'Requested by', value: ({ askedBy }) => askedBy },
  date: { title: 'Requested', kind: 'time', value: ({ askedAt }) => timeOf(askedAt) },
  expires: { title: 'Expires', kind: 'time', value: ({ expiresAt }) => timeOf(expiresAt) },
} as const satisfies ListColumns<Approval>

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The stored facts with times in Kampala. */
const factsText = (value: unknown): string | null =>
  value === null
    ? null
    : JSON.stringify(value, (_key, each: unknown) =>
        typeof each === 'string' && INSTANT.test(each) ? sortableDateTime(new Date(each)) : each,
      )

export const AUDIT_LIST = {
  date: { title: 'When', kind: 'time', value: ({ createdAt }) => timeOf(createdAt) },
  who: { title: 'Who', value: ({ actorName }) => actorName },
  what: { title: 'What', value: entryActionText },
  subject: { title: 'Subject', value: ({ subject, subjectName }) => subjectName || subject },
  id: { title: 'Subject code', value: ({ subject }) => subject },
  before: { title: 'Before', heading: 'Before (times in EAT)', value: ({ before }) => factsText(before) },
  after: { title: 'After', heading: 'After (times in EAT)', value: ({ after }) => factsText(after) },
  reason: { title: 'Reason', value: ({ reason }) => reason },
  code: { title: 'Code', value: ({ action }) => action },
  address: { title: 'IP address', value: ({ address }) => address },
} as const satisfies ListColumns<AuditEntry>
