import { Link } from 'wouter'

/** Lets players who cannot log in contact customer care. */
export const ContactLink = () => (
  <p className="text-14 text-muted">
    Cannot log in?{' '}
    <Link href="/contact" className="inline-flex min-h-11 items-center font-bold text-ink underline">
      Contact customer care
    </Link>
  </p>
)
