import { Link } from 'wouter'

/** Leads people who cannot log in to a person. */
export const ContactLink = () => (
  <p className="text-14 text-muted">
    Cannot log in?{' '}
    <Link href="/contact" className="inline-flex min-h-11 items-center font-bold text-ink underline">
      Contact customer care
    </Link>
  </p>
)
