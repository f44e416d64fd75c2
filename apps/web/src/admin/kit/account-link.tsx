import { Link } from 'wouter'

type AccountLinkProps = {
  readonly user: { readonly id: string; readonly username: string } | null
  /** What is read instead of the username. */
  readonly text?: string
}

/** Whose ticket or payment it is, and the way to everything about the account. */
export const AccountLink = ({ user, text }: AccountLinkProps) =>
  user === null ? (
    'Unknown'
  ) : (
    <Link href={`/admin/users/${user.id}`} className="inline-flex min-h-8 items-center underline">
      {text ?? user.username}
    </Link>
  )
