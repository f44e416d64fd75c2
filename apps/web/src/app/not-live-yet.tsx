/**
 * The note on a page whose scripts are late or missing. The style sheet shows it after `NOT_LIVE_AFTER_MS`. It is at
 * the top, because at the bottom it would cover the button of a form.
 */
export const NotLiveYet = () => (
  <p
    role="status"
    className="shown-if-late pointer-events-none fixed inset-x-0 top-[calc(48px+var(--ribbon,0px))] z-20 bg-ink p-1 text-center text-12 text-paper"
  >
    <b>Not live.</b> <span>Odds and scores may have changed.</span>
  </p>
)
