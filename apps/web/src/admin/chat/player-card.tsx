import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { ChatPlayer } from '@mupiira/contract/chat.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Badge, FigureRow, Money } from '../../shared/ui/surfaces.tsx'

const STATUSES = {
  active: ['up', 'Active'],
  suspended: ['live', 'Suspended'],
  banned: ['down', 'Blocked'],
} as const

type CardProps = {
  readonly player: ChatPlayer
  /** True if the card is collapsed above the conversation, because there is no room beside it. */
  readonly isFolded?: boolean
}

/** The account of the player in the conversation. */
export function PlayerCard({ player, isFolded }: CardProps) {
  const name = nameOf(player)
  const [tone, status] = STATUSES[player.accountStatus]
  const account = (
    <>
      <dl>
        <FigureRow name="Username">{player.username}</FigureRow>
        <FigureRow name="Phone">{displayPhone(player.phoneNumber)}</FigureRow>
        <FigureRow name="Balance">
          <Money amount={player.balance} />
        </FigureRow>
        <FigureRow name="District">{player.location}</FigureRow>
        <FigureRow name="Member since">{dateText(player.createdAt)}</FigureRow>
      </dl>
      <ButtonLink variant="secondary" wide href={`/admin/users/${player.id}`}>
        Open the account
      </ButtonLink>
    </>
  )
  if (isFolded) {
    return (
      <details className="group border-b border-line wide:hidden">
        <summary className="flex min-h-12 list-none items-center gap-2 px-3 [&::-webkit-details-marker]:hidden">
          <b className="min-w-0 flex-1 truncate">{name}</b>
          <Badge tone={tone}>{status}</Badge>
          <span className="text-12 text-muted underline">Account</span>
        </summary>
        <div className="flex flex-col gap-2 px-3 pb-3">{account}</div>
      </details>
    )
  }
  return (
    <aside
      aria-label="The player’s account"
      className="flex flex-col gap-3 self-start rounded-card border border-line bg-raised p-3 max-wide:hidden"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-16 font-bold">{name}</h2>
        <Badge tone={tone}>{status}</Badge>
      </div>
      {account}
    </aside>
  )
}
