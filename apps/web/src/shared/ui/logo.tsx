/** The logo: a rising arrow in a gold circle. Gold is a colour of the crested crane, Uganda's national bird. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-5 shrink-0 md:size-5">
      <circle cx="20" cy="20" r="20" className="fill-gold" />
      <g className="stroke-on-gold" fill="none" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12.6 29.4c-1.1-7.4 2.4-13.3 10.9-15.3" />
        <path d="M20.6 8.7 30 13.1l-6.9 7.6" />
      </g>
    </svg>
  )
}

/** A football for the bottom bar. */
export function BallIcon({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" className={className}>
      <circle cx="12" cy="12" r="9.5" />
      <path d="m12 7.6 4.2 3-1.6 4.9H9.4l-1.6-4.9z" strokeLinejoin="round" />
    </svg>
  )
}

/** The flag of Uganda, small, for the phone field. */
export function UgandaFlag() {
  return (
    <svg viewBox="0 0 24 18" role="img" aria-label="Uganda" className="h-4 w-5.5 rounded-xs">
      <path fill="#000" d="M0 0h24v3H0zM0 9h24v3H0z" />
      <path fill="#fcdc04" d="M0 3h24v3H0zM0 12h24v3H0z" />
      <path fill="#d90000" d="M0 6h24v3H0zM0 15h24v3H0z" />
      <circle cx="12" cy="9" r="3.6" fill="#fff" />
      <path fill="#9ca69c" d="M11 6.8c1.6-.6 2.4.3 2 1.5-.3 1 .5 1.6.3 2.9l-1.1.8-.5-1.7c-.9-.6-1.2-1.6-.7-3.5z" />
      <path fill="#d90000" d="m11.3 6.2.5-1 .7.7.5-.5-.1 1.2-1 .1z" />
    </svg>
  )
}
