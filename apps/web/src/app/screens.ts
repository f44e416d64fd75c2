import { HomeScreen } from '../player/home/home-screen.tsx'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

/** The screens by their path inside `src`. The code of a screen loads when one of its routes is first opened. */
export const SCREENS = {
  // Most visits begin here, so the home screen is part of the app's first file.
  'player/home/home-screen.tsx': { Screen: HomeScreen, preload: () => Promise.resolve() },
  'player/booking/booking-screen.tsx': lazyScreen(() =>
    import('../player/booking/booking-screen.tsx').then((m) => m.BookingScreen),
  ),
  'player/ads/ad-screen.tsx': lazyScreen(() => import('../player/ads/ad-screen.tsx').then((m) => m.AdScreen)),
  'app/not-found-screen.tsx': lazyScreen(() => import('./not-found-screen.tsx').then((m) => m.NotFoundScreen)),
  'player/live/live-screen.tsx': lazyScreen(() => import('../player/live/live-screen.tsx').then((m) => m.LiveScreen)),
  'player/markets/game-screen.tsx': lazyScreen(() =>
    import('../player/markets/game-screen.tsx').then((m) => m.GameScreen),
  ),
  'player/live/livescore-screen.tsx': lazyScreen(() =>
    import('../player/live/livescore-screen.tsx').then((m) => m.LivescoreScreen),
  ),
  'player/markets/markets-screen.tsx': lazyScreen(() =>
    import('../player/markets/markets-screen.tsx').then((m) => m.MarketsScreen),
  ),
  'player/aviator/aviator-screen.tsx': lazyScreen(() =>
    import('../player/aviator/aviator-screen.tsx').then((m) => m.AviatorScreen),
  ),
  'player/aviator/verify-screen.tsx': lazyScreen(() =>
    import('../player/aviator/verify-screen.tsx').then((m) => m.VerifyScreen),
  ),
  'player/casino/casino-screen.tsx': lazyScreen(() =>
    import('../player/casino/casino-screen.tsx').then((m) => m.CasinoScreen),
  ),
  'player/help/help-screen.tsx': lazyScreen(() => import('../player/help/help-screen.tsx').then((m) => m.HelpScreen)),
  'player/help/contact-screen.tsx': lazyScreen(() =>
    import('../player/help/contact-screen.tsx').then((m) => m.ContactScreen),
  ),
  'player/help/rules-screen.tsx': lazyScreen(() =>
    import('../player/help/rules-screen.tsx').then((m) => m.RulesScreen),
  ),
  'player/help/extended-rules-screen.tsx': lazyScreen(() =>
    import('../player/help/extended-rules-screen.tsx').then((m) => m.ExtendedRulesScreen),
  ),
  'player/help/terms-screen.tsx': lazyScreen(() =>
    import('../player/help/terms-screen.tsx').then((m) => m.TermsScreen),
  ),
  'player/help/refund-policy-screen.tsx': lazyScreen(() =>
    import('../player/help/refund-policy-screen.tsx').then((m) => m.RefundPolicyScreen),
  ),
  'player/protection/responsible-gambling-screen.tsx': lazyScreen(() =>
    import('../player/protection/responsible-gambling-screen.tsx').then((m) => m.ResponsibleGamblingScreen),
  ),
  'player/auth/login-screen.tsx': lazyScreen(() =>
    import('../player/auth/login-screen.tsx').then((m) => m.LoginScreen),
  ),
  'player/auth/register-screen.tsx': lazyScreen(() =>
    import('../player/auth/register-screen.tsx').then((m) => m.RegisterScreen),
  ),
  'player/auth/forgot-password-screen.tsx': lazyScreen(() =>
    import('../player/auth/forgot-password-screen.tsx').then((m) => m.ForgotPasswordScreen),
  ),
  'player/auth/reset-password-screen.tsx': lazyScreen(() =>
    import('../player/auth/reset-password-screen.tsx').then((m) => m.ResetPasswordScreen),
  ),
  'player/auth/confirm-email-screen.tsx': lazyScreen(() =>
    import('../player/auth/confirm-email-screen.tsx').then((m) => m.ConfirmEmailScreen),
  ),
  'player/slip/slip-screen.tsx': lazyScreen(() => import('../player/slip/slip-screen.tsx').then((m) => m.SlipScreen)),
  'player/tickets/my-bets-screen.tsx': lazyScreen(() =>
    import('../player/tickets/my-bets-screen.tsx').then((m) => m.MyBetsScreen),
  ),
  'player/tickets/ticket-screen.tsx': lazyScreen(() =>
    import('../player/tickets/ticket-screen.tsx').then((m) => m.TicketScreen),
  ),
  'player/wallet/deposit-screen.tsx': lazyScreen(() =>
    import('../player/wallet/deposit-screen.tsx').then((m) => m.DepositScreen),
  ),
  'player/wallet/withdraw-screen.tsx': lazyScreen(() =>
    import('../player/wallet/withdraw-screen.tsx').then((m) => m.WithdrawScreen),
  ),
  'player/wallet/payments-screen.tsx': lazyScreen(() =>
    import('../player/wallet/payments-screen.tsx').then((m) => m.PaymentsScreen),
  ),
  'player/wallet/payment-screen.tsx': lazyScreen(() =>
    import('../player/wallet/payment-screen.tsx').then((m) => m.PaymentScreen),
  ),
  'player/wallet/statement-screen.tsx': lazyScreen(() =>
    import('../player/wallet/statement-screen.tsx').then((m) => m.StatementScreen),
  ),
  'player/notifications/notifications-screen.tsx': lazyScreen(() =>
    import('../player/notifications/notifications-screen.tsx').then((m) => m.NotificationsScreen),
  ),
  'player/account/account-screen.tsx': lazyScreen(() =>
    import('../player/account/account-screen.tsx').then((m) => m.AccountScreen),
  ),
  'player/account/manage-account-screen.tsx': lazyScreen(() =>
    import('../player/account/manage-account-screen.tsx').then((m) => m.ManageAccountScreen),
  ),
  'player/developer/notification-test-screen.tsx': lazyScreen(() =>
    import('../player/developer/notification-test-screen.tsx').then((m) => m.NotificationTestScreen),
  ),
  'player/developer/database-test-screen.tsx': lazyScreen(() =>
    import('../player/developer/database-test-screen.tsx').then((m) => m.DatabaseTestScreen),
  ),
  'admin/shell/console-screen.tsx': lazyScreen(() =>
    import('../admin/shell/console-screen.tsx').then((m) => m.ConsoleScreen),
  ),
} satisfies Readonly<Record<string, LazyScreen>>
