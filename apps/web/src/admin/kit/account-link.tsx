import { Link } from 'wouter'

type AccountLinkProps = {
  readonly user: { readonly id: string; readonly username: string } | null
  /** Shown instead of the username. */
  readonly text?: string
}

/** The player of a ticket or payment, with a link to the account. */
export const AccountLink = ({ user, text }: AccountLinkProps) =>
  user === null ? (
    'Unknown'
  ) : (
    <Link href={`/admin/users/${user.id}`} className="inline-flex min-h-6 items-center underline">
      {text ?? user.username}
    </Link>
  )
