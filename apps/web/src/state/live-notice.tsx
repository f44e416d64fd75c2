/** On screens of live games that take bets (INP-15). */
export const LiveNotice = () => (
  <p className="px-3 py-1.5 text-12 leading-4 text-muted">
    Broadcasts and scores can be delayed. A bet has one selection of each live game at most.
  </p>
)
