export type Failure = 'declined' | 'insufficient-funds' | 'timed-out'
export type Ending = 'success' | Failure
