import { Link } from 'wouter'

export const AllPaymentsLink = () => (
  <Link href="/payments" className="flex min-h-11 items-center justify-center text-14 font-bold underline">
    All payments
  </Link>
)
