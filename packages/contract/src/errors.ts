/**
 * All errors of the API with their HTTP status and text (`detail`). `{name}` placeholders are filled from `details`.
 */
export const ERRORS = {
  // Requests
  MALFORMED_REQUEST: { status: 400, text: 'The request is malformed.' },
  REQUEST_TIMEOUT: { status: 408, text: 'The request took too long to arrive. Please try again.' },
  INVALID_FIELDS: { status: 400, text: 'Please check the marked fields.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Please send JSON.' },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'The request is too large.' },
  FOREIGN_ORIGIN: { status: 403, text: 'This request did not come from the app.' },
  NOT_FOUND: { status: 404, text: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This address does not accept this method.' },
  RATE_LIMITED: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  UNAVAILABLE: { status: 503, text: 'The service is not available at the moment. Please try again shortly.' },
  INTERNAL: { status: 500, text: 'An unexpected error occurred' },
  IDEMPOTENCY_KEY_MISSING: { status: 400, text: 'This request needs an Idempotency-Key header of 8 to 64 characters.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, text: 'This Idempotency-Key was already used for another request.' },

  // Identity
  NOT_AUTHENTICATED: { status: 401, text: 'You need to be logged in.' },
  NOT_ALLOWED: { status: 403, text: 'You are not allowed to do this.' },
  ACCOUNT_SUSPENDED: { status: 403, text: 'Your account is suspended. Please contact support.' },
  ACCOUNT_BANNED: { status: 403, text: 'Your account is banned. Please contact support.' },
  CREDENTIALS_MISSING: { status: 400, text: 'Please enter both phone number and password' },
  INVALID_PHONE: { status: 400, text: 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)' },
  PHONE_UNKNOWN: { status: 404, text: 'No account found with this phone number' },
  INVALID_PASSWORD: { status: 401, text: 'Invalid password' },
  LOGIN_SLOWED: { status: 429, text: 'Too many wrong passwords. Please wait {seconds} seconds and try again.' },
  LOGIN_CODE_WRONG: { status: 422, text: 'That code is incorrect or has expired' },
  NUMBER_UNPROVED: { status: 422, text: 'Please confirm your phone number on the deposit page first' },
  FIELDS_MISSING: { status: 400, text: 'Please fill in all required fields and accept the terms' },
  INVALID_NIN: { status: 400, text: 'Please enter a valid NIN ' },
  PHONE_TAKEN: { status: 409, text: 'An account with this phone number already exists' },
  PASSWORD_TOO_SHORT: { status: 400, text: 'The password must have at least {minimum} characters.' },
  PASSWORD_TOO_COMMON: { status: 400, text: 'This password is too easy to guess. Please choose another one.' },
  CURRENT_PASSWORD_WRONG: { status: 422, text: 'The current password is incorrect.' },
  NEW_PASSWORD_SAME: { status: 400, text: 'The new password is the same as the current one. Please choose another.' },
  NEW_PASSWORD_TOO_SHORT: { status: 400, text: 'New password must be at least {minimum} characters.' },
  EMAIL_MISSING: { status: 400, text: 'Please enter your email.' },
  INVALID_EMAIL: { status: 400, text: 'Please enter a valid email address.' },
  EMAIL_LIMIT: { status: 429, text: 'At most 3 links are sent in 3 hours. You can request the next one in {wait}.' },
  EMAIL_TAKEN: { status: 409, text: 'Another account already uses this address. Please use another one.' },
  RECOVERY_LIMIT: { status: 429, text: 'At most 3 codes are sent in 3 hours. You can request the next one in {wait}.' },
  RECOVERY_CODE_WRONG: { status: 422, text: 'That code is incorrect. Please check the latest message.' },
  RECOVERY_OVER: { status: 422, text: 'This code or link is no longer valid. Please request a new one.' },
  RECOVERY_SLOWED: { status: 429, text: 'Too many wrong codes. Please wait {seconds} seconds and try again.' },
  SESSION_NOT_FOUND: { status: 404, text: 'Session not found.' },
  REGISTRATION_FAILED: { status: 503, text: 'Registration failed. Please try again later.' },

  // Betting
  MAINTENANCE: { status: 503, text: 'The platform is under maintenance. Please try again later.' },
  BETTING_DISABLED: { status: 422, text: 'Betting is currently disabled. Please try again later.' },
  STAFF_CANNOT_BET: { status: 403, text: 'Staff accounts cannot bet.' },
  STAFF_CANNOT_DEPOSIT: { status: 403, text: 'Staff accounts cannot deposit.' },
  STAFF_CANNOT_WITHDRAW: { status: 403, text: 'Staff accounts cannot withdraw.' },
  NO_SELECTIONS: { status: 422, text: 'Please select at least one bet.' },
  TOO_MANY_SELECTIONS: { status: 422, text: 'A betslip holds at most {maximum} selections.' },
  STAKE_NOT_POSITIVE: { status: 422, text: 'Please enter a valid stake amount' },
  INVALID_STAKE: {
    status: 422,
    text: 'Please enter a valid stake amount of at least UGX {minimum}. Your minimum is UGX {ownMinimum}.',
  },
  STAKE_BELOW_MINIMUM: { status: 422, text: 'Minimum stake amount is UGX {minimum}' },
  STAKE_ABOVE_MAXIMUM: { status: 422, text: 'Maximum stake amount is UGX {maximum}' },
  STAKE_ABOVE_LIABILITY: { status: 422, text: 'The most you can stake on this bet is UGX {maximum}' },
  LIABILITY_REACHED: {
    status: 422,
    text: 'One selection on your betslip takes no more bets at the moment. Please choose another one.',
  },
  DAILY_BET_LIMIT: { status: 422, text: 'You have reached the limit of {limit} bets for today' },
  INSUFFICIENT_BALANCE: { status: 422, text: 'Insufficient balance. Your balance: {balance}, Required: {required}' },
  NEGATIVE_BALANCE: {
    status: 422,
    text: 'Your balance is UGX {balance} because a result was corrected. Deposits and winnings will cover it.',
  },
  LIMIT_REACHED: { status: 422, text: 'This is more than your {limit} allows. You have {left} left until {frees}.' },
  EXCLUDED: { status: 422, text: 'You have excluded yourself from betting until {until}.' },
  GAME_MISSING: { status: 422, text: 'Game is missing a valid ID. Please refresh or contact support.' },
  GAME_CLOSED: { status: 422, text: 'A game on your betslip has started or is closed for betting.' },
  MARKET_UNAVAILABLE: { status: 422, text: 'A selection on your betslip is not available at the moment.' },
  SAME_CATEGORY: { status: 422, text: 'Only one selection per category allowed' },
  SAME_MATCH: {
    status: 422,
    text: 'Two games on your betslip share a team, or are one game listed twice. Please remove one.',
  },
  IMPOSSIBLE_COMBINATION: { status: 422, text: 'These selections of one game cannot all win.' },
  COMBINATION_TOO_LARGE: {
    status: 422,
    text: 'A same-game combination has at most {maximum} selections and odds of at most {odds}.',
  },
  IN_PLAY_EXCLUDED: {
    status: 403,
    text: 'Your account cannot bet on live games. Please contact customer care.',
  },
  LIVE_COMBINATION: {
    status: 422,
    text: 'A bet has at most one selection of each live game. Please remove the others.',
  },
  ODDS_CHANGED: { status: 422, text: 'The odds have changed. Please check your betslip.' },
  OFFER_CHANGED: { status: 422, text: 'The cashout offer has changed.' },
  CASHOUT_IN_PROGRESS: {
    status: 409,
    text: 'We are still checking an earlier cashout of this bet. Please wait for its result.',
  },
  CASHOUT_PART_TOO_SMALL: { status: 422, text: 'Please cash out at least UGX {minimum}.' },
  STAKE_LEFT_TOO_SMALL: {
    status: 422,
    text: 'At least UGX {minimum} of the stake must stay on the bet. Cash out a smaller part, or all of it.',
  },
  CASHOUT_TARGET_LIMIT: {
    status: 422,
    text: 'You have set auto cashout of this bet {maximum} times, the maximum. You can still remove it, or cash out yourself.',
  },
  CASHOUT_TARGET_TOO_HIGH: { status: 422, text: 'The offer can reach at most UGX {maximum}.' },
  CASHOUT_UNAVAILABLE: { status: 422, text: 'Cashout unavailable now' },
  PROFILE_NOT_FOUND: { status: 404, text: 'Your profile could not be found. Please try logging out and back in.' },
  PROFILE_ERROR: { status: 503, text: 'Could not verify your account details.' },
  MISSING_BOOKING_CODE: { status: 422, text: 'The booking code is missing.' },
  EMPTY_BOOKING_CODE: { status: 400, text: 'Please enter a booking code' },
  INVALID_BOOKING_CODE: { status: 400, text: 'Invalid booking code format. Use 6-12 letters and numbers only.' },
  BOOKING_CODE_NOT_FOUND: { status: 404, text: 'No bet found with this booking code' },
  BOOKING_CODE_OF_ANOTHER: { status: 403, text: 'This booking code belongs to another user' },
  TICKET_ID_MALFORMED: { status: 400, text: 'Invalid bet ID. Please check the address.' },
  TICKET_NOT_FOUND: {
    status: 404,
    text: 'Bet ticket not found. It may have been deleted or you may not have permission to view it.',
  },

  SEARCH_TOO_WIDE: {
    status: 422,
    text: 'More than {most} players match. Please enter a full phone number, username or email.',
  },
  LOG_SEARCH_TOO_WIDE: {
    status: 422,
    text: 'More than {most} entries match. Please narrow the search by day, person or action.',
  },
  TICKET_NOT_PENDING: { status: 409, text: 'This ticket is no longer open, so it was not cancelled.' },

  // Aviator
  AVIATOR_PAUSED: { status: 409, text: 'Aviator is not available at the moment. Please try again shortly.' },
  AVIATOR_AUTO_BET_OFF: { status: 422, text: 'Auto bet is off at the moment.' },
  AVIATOR_MINIMUM: { status: 422, text: 'Minimum bet is {minimum} UGX' },
  AVIATOR_TARGET: { status: 422, text: 'The auto cashout target must be between 1.11x and 10.00x.' },
  AVIATOR_TWO_BETS: { status: 422, text: 'You can place at most {maximum} bets in a round.' },
  AVIATOR_BALANCE: { status: 422, text: 'Insufficient balance for this bet' },
  AVIATOR_MAX_WIN: {
    status: 422,
    text: 'This bet could win UGX {win}; the most that a bet can win is UGX {maximum}. Lower the stake or the target.',
  },
  AVIATOR_SHARE: {
    status: 422,
    text: 'Your bets in one round can win at most UGX {maximum} together. Lower the stake or the target.',
  },
  AVIATOR_ROUND_FULL: {
    status: 422,
    text: 'This round cannot take more bets of this size. Please try the next round.',
  },
  AVIATOR_BET_NOT_FOUND: { status: 404, text: 'Bet not found.' },
  AVIATOR_NOT_FLYING: { status: 409, text: 'This round has not started yet.' },
  AVIATOR_TOO_EARLY: { status: 409, text: 'Cashout opens at 1.11x.' },
  AVIATOR_TOO_LATE: {
    status: 422,
    text: 'Too late: the round crashed at {crash}x, {lateMs} ms before your cashout arrived.',
  },
  AVIATOR_REFUNDED: { status: 422, text: 'This round was interrupted. Your stake of UGX {stake} was refunded.' },
  AVIATOR_TAKEN_OFF: { status: 409, text: 'The round has started, so this bet can no longer be cancelled.' },
  AVIATOR_TAKEN_BACK: { status: 409, text: 'You have cancelled this bet.' },
  AVIATOR_TAKEN_BACK_OFTEN: {
    status: 422,
    text: 'You have already cancelled {maximum} bets in this round, so this bet cannot be cancelled.',
  },
  AVIATOR_ROUND_NOT_FOUND: { status: 404, text: 'Round not found.' },
  AVIATOR_ROUND_RUNNING: { status: 409, text: 'You can verify this round when it is over.' },
  AVIATOR_CHAIN_NOT_FOUND: { status: 404, text: 'Chain not found.' },
  AVIATOR_SALT_FIXED: { status: 409, text: 'This chain already has a salt.' },
  AVIATOR_SALT_HEIGHT: { status: 422, text: 'This chain needs block {height} of {beacon}.' },
  AVIATOR_SALT_BLOCK: { status: 422, text: 'This is not a block of {beacon}: the header has no valid proof of work.' },
  AVIATOR_SALT_EARLY: {
    status: 422,
    text: 'This block may have been known before the commitment. Commit another chain to a later block.',
  },
  AVIATOR_SALT_DIFFERS: { status: 409, text: 'Another member of staff has entered a different block.' },

  // Games
  GAME_NOT_FOUND: { status: 404, text: 'Game not found.' },
  GAME_TEAMS_MISSING: { status: 422, text: 'Home team and away team are required.' },
  GAME_START_MISSING: { status: 422, text: 'Start time is required.' },
  GAME_OF_FEED: { status: 409, text: 'The feed controls this game. Take it over to change it.' },
  GAME_NOT_OF_FEED: { status: 409, text: 'No feed reports this game.' },
  GAME_HAS_BETS: { status: 409, text: 'This game has bets. Cancel it instead to return the stakes.' },
  GAME_DECIDED: { status: 409, text: 'This game already has a result. Correct the result instead.' },
  START_HAS_PASSED: { status: 409, text: 'The start time has passed. Set a new start first.' },
  STEP_IMPOSSIBLE: { status: 409, text: 'This is not possible in the game’s current state.' },
  NO_SUCH_GOAL: { status: 409, text: 'Goal not found.' },
  MINUTE_IMPOSSIBLE: { status: 422, text: 'A goal event needs a minute from 1 to 90.' },
  FINISH_WAITS: {
    status: 409,
    text: 'Your actions in the last 24 hours exceed the four-eyes threshold. A second member of staff must approve this result.',
  },
  GAME_EDIT_SETTLES: {
    status: 409,
    text: 'Your actions in the last 24 hours exceed the four-eyes threshold. Enter the result instead, so that a second member of staff can approve it.',
  },
  START_WAITS: {
    status: 409,
    text: 'This start time voids or restores bets above the four-eyes threshold. It waits for a second member of staff, and nothing else was saved. If the start has passed, betting stays closed until then.',
  },
  GAME_CHANGED: {
    status: 409,
    text: 'This game has changed since you opened it. Nothing was saved. Please close the form and open it again.',
  },
  SUSPENDED_BY_RISK: {
    status: 409,
    text: 'Risk suspended this game. Only Risk or a manager can reopen it.',
  },
  CHANGE_MOVES_BETS: {
    status: 409,
    text: 'This change affects bets with payouts of up to UGX {amount}. Please confirm it.',
  },
  GAMES_IMPOSSIBLE: {
    status: 409,
    text: 'Nothing was changed, because this is not possible for {count} of the games.',
  },
  START_CHANGED: { status: 409, text: 'The start or state of this game has changed. Please request the change again.' },
  RESULT_TOO_EARLY: { status: 409, text: 'This game has not started yet.' },
  RESULT_IMPOSSIBLE: { status: 422, text: 'This score is not possible. Half time and goals must fit the final score.' },
  RESULT_CHANGED: { status: 409, text: 'The result of this game has changed. Please enter your result again.' },
  RESULT_SAME: { status: 409, text: 'The bets are already settled with this result.' },
  MARKET_NOT_FOUND: { status: 404, text: 'This game does not have that market or selection.' },
  ODDS_NOT_CONFIRMED: {
    status: 422,
    text: 'These odds give away money or are far above the model. Please enter them a second time to confirm.',
  },
  ODDS_WAIT: {
    status: 409,
    text: 'These odds give away money or are far above the model. A second member of staff must approve them. The current odds stay until then, and nothing else was saved.',
  },
  REOPENING_NOT_CONFIRMED: {
    status: 422,
    text: 'Another member of staff stopped this betting. Type REOPEN to confirm that you reopen it.',
  },
  MONTH_NOT_OVER: { status: 422, text: 'This month is not over yet.' },
  MONTH_CLOSED: { status: 409, text: 'This month is closed already.' },
  MONTH_NOT_RECONCILED: { status: 409, text: 'This month cannot be closed yet. Open: {open}.' },
  MONTH_CHANGED: { status: 409, text: 'The figures have changed. Please check them and close the month again.' },
  ALERT_NOT_FOUND: { status: 404, text: 'This alert was not found.' },
  ALERT_ACKNOWLEDGED: { status: 409, text: 'Another member of staff has already acknowledged this alert.' },
  SEARCH_NAME_NOT_FOUND: { status: 404, text: 'These names were not found.' },
  SEARCH_NAME_EXISTS: { status: 409, text: 'This club or league is already in the list. Edit its names there.' },
  SEARCH_NAME_CHANGED: {
    status: 409,
    text: 'These names have changed since you opened them. Please check them again.',
  },
  FIXTURE_NOT_FOUND: { status: 404, text: 'Fixture not found.' },
  FIXTURE_INCOMPLETE: { status: 422, text: 'A fixture needs a tournament and at least one match.' },
  FIXTURE_MATCH_INCOMPLETE: { status: 422, text: 'A match needs home team, away team and date.' },
  FIXTURE_CHANGED: { status: 409, text: 'This fixture has changed since you opened it. Please check it again.' },
  FIXTURE_PUBLISHED: { status: 409, text: 'A published match cannot change here. Edit its game instead.' },

  // Payments
  AMOUNT_TOO_PRECISE: { status: 400, text: 'Amounts have at most two decimals.' },
  AMOUNT_NOT_WHOLE: {
    status: 422,
    text: 'Mobile money uses whole shillings only. Please enter an amount without cents.',
  },
  PHONE_REQUIRED: { status: 422, text: 'Please enter your phone number' },
  CARRIER_UNSUPPORTED: { status: 422, text: 'Please choose the network of your number: MTN or Airtel.' },
  OWN_NUMBER_FIRST: {
    status: 422,
    text: 'Make your first deposit from your own number, or confirm your number with an SMS code. After that you can deposit from other numbers.',
  },
  PAYER_OPTED_OUT: {
    status: 422,
    text: 'The owner of this number does not accept payment requests from other accounts.',
  },
  TOO_MANY_PAYERS: {
    status: 422,
    text: 'You have used several other numbers today. Please deposit from your own number, or try again tomorrow.',
  },
  PHONE_CODE_WRONG: {
    status: 422,
    text: 'That code is incorrect or has expired. Check the latest SMS, or request a new code.',
  },
  FIRST_DEPOSIT_TOO_SMALL: { status: 422, text: 'First time deposit must be 25,000 UGX or more.' },
  DEPOSIT_OUT_OF_RANGE: { status: 422, text: '{which} deposits must be between {minimum} UGX and {maximum} UGX.' },
  WITHDRAWAL_OUT_OF_RANGE: { status: 422, text: 'Enter amount between {minimum} and {maximum} UGX' },
  WITHDRAWAL_TOO_SMALL: { status: 422, text: 'Minimum withdraw not reached. Minimum is {minimum} UGX.' },
  WITHDRAWAL_BALANCE: { status: 422, text: 'Insufficient balance. You need at least min withdraw amount. {help}' },
  PAYMENT_REQUEST_FAILED: { status: 422, text: 'Payment failed: {message}' },
  DEPOSIT_SERVICE_UNAVAILABLE: {
    status: 503,
    text: 'Payment failed: Payment service is temporarily unavailable. Please try again in a few minutes.',
  },
  PAYMENT_SERVICE_UNAVAILABLE: {
    status: 503,
    text: 'Payment service is temporarily unavailable. Please try again in a few minutes.',
  },
  DEPOSIT_NOT_RECORDED: { status: 503, text: 'Failed to create transaction record: {message}' },
  BALANCE_UNREADABLE: { status: 503, text: 'Unable to check balance. Please try again.' },
  WITHDRAWAL_NOT_RECORDED: { status: 503, text: 'Failed to create withdrawal record' },
  WITHDRAWAL_FAILED: { status: 422, text: 'Withdrawal failed. Please try again.' },
  WITHDRAWAL_NOT_HELD: { status: 409, text: 'This withdrawal can no longer be cancelled.' },
  PAYMENT_NOT_FOUND: { status: 404, text: 'Payment not found.' },
  SIGNATURE_INVALID: { status: 401, text: 'The signature is invalid.' },

  // Balance repair
  FIX_IN_PROGRESS: { status: 409, text: 'Previous fix attempt still in progress. Please try again later.' },
  MAX_RETRIES_EXCEEDED: {
    status: 422,
    text: 'Multiple attempts to fix balance issues failed. Please contact support.',
  },

  // Staff's own sign-in
  SECOND_FACTOR_NEEDED: { status: 403, text: 'Please enter the code of your authenticator app first.' },
  CONFIRMATION_NEEDED: { status: 403, text: 'Please confirm your identity.' },
  SECOND_FACTOR_WRONG: { status: 422, text: 'That code is incorrect. Please enter the current one.' },
  SECOND_FACTOR_SET: { status: 409, text: 'A second factor is already set up.' },
  SECOND_FACTOR_UNSET: { status: 409, text: 'No second factor is set up yet.' },

  // Accounts in the console
  USER_NOT_FOUND: { status: 404, text: 'User not found.' },
  STAKE_LIMIT_CHANGED: {
    status: 409,
    text: 'This stake limit has changed since you opened it. Please check it again.',
  },
  IN_PLAY_RESTRICTION_CHANGED: {
    status: 409,
    text: 'This restriction has changed since you opened it. Please check it again.',
  },
  TAG_INVALID: {
    status: 422,
    text: 'A tag has letters, digits, spaces and hyphens, at most 30 in total.',
  },
  TOO_MANY_TAGS: { status: 422, text: 'This player has the largest number of tags. Please remove one first.' },
  RESTRICTION_CHANGED: {
    status: 409,
    text: 'This restriction has changed since you opened it. Please check it again.',
  },
  RESTRICTION_VALUE: { status: 422, text: 'Please enter a whole number in the range of this restriction.' },
  RESTRICTION_END: { status: 422, text: 'The end of a restriction must be in the future.' },
  BELOW_COURTSIDING_THRESHOLD: {
    status: 409,
    text: 'This player is below the threshold of the courtsiding report, so live bets cannot be restricted further.',
  },
  SETTING_REFUSED: { status: 422, text: 'Please check the marked settings.' },
  ADJUSTMENT_INVALID: { status: 422, text: 'Please enter a valid positive amount' },
  ADJUSTMENT_TOO_LARGE: {
    status: 422,
    text: 'You can adjust at most UGX {maximum} at once. That is the maximum payout of a ticket.',
  },
  ADJUSTMENT_ABOVE_BALANCE: { status: 422, text: 'Amount exceeds available balance' },
  APPROVAL_NOT_FOUND: { status: 404, text: 'Request not found.' },
  APPROVAL_DECIDED: { status: 409, text: 'This has already been decided.' },
  APPROVAL_EXPIRED: { status: 409, text: 'This request has expired. It must be made again.' },
  APPROVAL_OUTDATED: {
    status: 409,
    text: '{what} changed after this request. Please decline the request and make a new one.',
  },
  APPROVAL_OWN: { status: 409, text: 'You cannot approve your own request. Another member of staff must decide it.' },
  STAFF_ACCOUNT: { status: 409, text: 'You cannot top up or deduct from staff accounts.' },
  ERASURE_BALANCE: {
    status: 409,
    text: 'Your balance is UGX {balance}. Withdraw it before you close the account, or ask customer care to settle it.',
  },
  ERASURE_IMPOSSIBLE: {
    status: 409,
    text: 'This account can no longer be erased: it has a balance, open bets or open payments, or is already closed.',
  },
  ERASURE_OPEN_BETS: { status: 409, text: 'You have open bets. Close the account when they are settled.' },
  ERASURE_OPEN_PAYMENTS: {
    status: 409,
    text: 'You have a pending payment. Close the account when it is complete.',
  },
  OWN_TOP_UP: {
    status: 409,
    text: 'You topped up this player’s balance in the last seven days. Another member of staff must approve the withdrawal.',
  },
  OWN_ACCOUNT: { status: 409, text: 'You cannot do this with your own account.' },

  // Withdrawals held for review
  REVIEW_DECIDED: { status: 409, text: 'This withdrawal has already been decided.' },

  // Roles of staff
  APPROVAL_ROLE: { status: 403, text: 'Your role does not include this action, so you cannot decide this request.' },
  STAFF_NOT_FOUND: { status: 404, text: 'This account does not belong to staff.' },
  STAFF_RIGHTS: { status: 403, text: 'You can only manage staff whose rights you have yourself.' },
  STAFF_CHANGED: { status: 409, text: 'This role has changed since you opened it. Please check it again.' },
  STAFF_PHONE_TAKEN: {
    status: 409,
    text: 'This number already has an account. Staff need a separate number, because staff accounts cannot bet.',
  },

  // Payments in review
  DECISION_IMPOSSIBLE: { status: 409, text: 'This payment is not waiting for a decision.' },
  NOTHING_TO_ASK: { status: 409, text: 'This payment has ended, or its provider is already being queried.' },
  CASE_NOT_FOUND: { status: 404, text: 'Case not found.' },
  CASE_CLOSED: { status: 409, text: 'This case is already closed.' },
  CASE_CHANGED: { status: 409, text: 'The difference has changed. Please check it again.' },

  // Player protection
  LIMIT_AMOUNT: { status: 422, text: 'Please enter a limit from UGX 0 to UGX {maximum}.' },
  LIMIT_RAISE_TOO_EARLY: { status: 409, text: 'The higher limit can be confirmed from {from}.' },
  LIMIT_RAISE_MISSING: { status: 409, text: 'You have no higher limit to confirm.' },
  EXCLUSION_RUNS: {
    status: 409,
    text: 'You are already excluded until {until}. You can extend this, but you cannot shorten it.',
  },

  // Customer care
  MESSAGE_EMPTY: { status: 422, text: 'Please write a message or choose an image.' },
  IMAGE_NOT_ACCEPTED: { status: 422, text: 'Only images can be sent: JPEG, PNG, WebP or GIF.' },
  IMAGE_BROKEN: { status: 422, text: 'This image is damaged or incomplete. Please choose another one.' },
  IMAGE_TOO_LARGE: { status: 422, text: 'This image is too large. It can have at most {megapixels} million pixels.' },
  IMAGES_OF_TODAY: { status: 422, text: 'You can send {limit} images in 24 hours. Please write a message instead.' },
  VISITOR_IMAGE: { status: 422, text: 'Images cannot be sent to a visitor who is not logged in.' },
  VISITOR_UNKNOWN: {
    status: 422,
    text: 'Your browser does not keep cookies, so you could not read our reply. Please call or email us.',
  },
  CHAT_FULL: {
    status: 422,
    text: 'This chat has {limit} messages and is full. Please remove it from this device and start a new one.',
  },
  IMAGE_NOT_FOUND: { status: 404, text: 'Image not found.' },
  CONVERSATION_NOT_FOUND: { status: 404, text: 'Conversation not found.' },
  CONVERSATION_CHANGED: {
    status: 409,
    text: 'Another member of staff has changed this conversation. Please check it again.',
  },
  ASSIGNEE_UNKNOWN: { status: 422, text: 'This member of staff cannot answer conversations. Choose another.' },
  PLACEHOLDER_UNKNOWN: {
    status: 422,
    text: '{placeholders} is not a placeholder. Use one of these: {known}.',
  },
  SAVED_FILTER_NOT_FOUND: { status: 404, text: 'This saved filter no longer exists.' },
  SAVED_FILTERS_FULL: { status: 409, text: 'You have 20 saved filters of this list. Please delete one first.' },
  FILTER_NAME_TAKEN: { status: 409, text: 'You already have a saved filter with this name.' },
  FILTER_NOT_SAVABLE: { status: 422, text: 'These filters cannot be saved.' },
  QUICK_REPLY_NOT_FOUND: { status: 404, text: 'This quick reply no longer exists.' },
  QUICK_REPLY_CHANGED: {
    status: 409,
    text: 'This quick reply has changed since you opened it. Please check it again.',
  },

  // Notifications
  NOTIFICATION_NOT_FOUND: { status: 404, text: 'Notification not found.' },
  NOTICE_EMPTY: { status: 422, text: 'Please write the text of the notice.' },
  NOTICE_TOO_LONG: { status: 422, text: 'A notice has at most {most} characters.' },
  NOTICE_CHARACTERS: { status: 422, text: 'The text contains unreadable characters. Please type it again.' },
  NOTICE_LINK: { status: 422, text: 'A link must open a page of this app, for example /deposit.' },
  NOTICES_FULL: { status: 409, text: 'There are already {most} notices. Please withdraw an older one first.' },
  NOTICE_NOT_FOUND: { status: 404, text: 'This notice no longer exists.' },
  PUSH_UNAVAILABLE: { status: 409, text: 'Push notifications are not available at the moment.' },
  PUSH_NOT_ACCEPTED: { status: 422, text: 'This browser cannot receive push notifications.' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>

export type ErrorCode = keyof typeof ERRORS

/** The values of the text's `{name}` placeholders, also sent as `details` of the problem document. */
export type ErrorDetails = { readonly [name: string]: unknown }

/** Returns the text of an error with its placeholders filled from `details`. */
export function errorText(code: ErrorCode, details: ErrorDetails = {}): string {
  return ERRORS[code].text.replace(/\{(\w+)\}/g, (mark, name: string) =>
    details[name] === undefined ? mark : String(details[name]),
  )
}

/** RFC 9457 problem document (`application/problem+json`). */
export type Problem = {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  readonly code: ErrorCode
  readonly detail: string
  readonly details?: ErrorDetails
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}
