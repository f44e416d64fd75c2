import { ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { BoxSkeleton, FieldSkeleton } from '../../shared/ui/skeletons.tsx'
import { Loading, Skeleton } from '../../shared/ui/states.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { ExcludedNotice, useExclusion } from '../../state/exclusion.tsx'
import { useSettingsOrDefaults } from '../../state/settings-or-defaults.ts'
import { useMay, useUser } from '../../state/session.ts'
import { useSlipCount } from '../../state/slip.ts'
import { AllPaymentsLink } from './all-payments-link.tsx'
import { BalanceLine } from './balance-line.tsx'
import { DepositForm } from './deposit-form.tsx'
import { OpenPayments, useOpenPayments } from './open-payments.tsx'

export function DepositScreen() {
  const open = useOpenPayments()
  const settings = useSettingsOrDefaults()
  const user = useUser()
  const may = useMay()
  const exclusion = useExclusion()
  const hasSlip = useSlipCount() > 0
  return (
    <>
      <ScreenHeader title="Add Funds" backTo="/account" />
      <div className="mx-auto max-w-120 p-3">
        {/* The only tab in the specification. */}
        <h2 className="border-b-2 border-gold pb-2 text-14 font-bold">Mobile Money</h2>
        {settings && user && open && exclusion !== undefined ? (
          <>
            <div className="pt-3 empty:hidden">
              <OpenPayments payments={open} />
            </div>
            {exclusion ? (
              <div className="flex flex-col gap-4 pt-3">
                <ExcludedNotice exclusion={exclusion} />
                <BalanceLine />
              </div>
            ) : may('wallet:deposit') ? (
              <DepositForm settings={settings} ownPhone={user.phoneNumber} open={open} />
            ) : (
              <div className="flex flex-col gap-3 pt-3">
                <Notice tone="info">Staff accounts cannot deposit.</Notice>
                <ButtonLink href="/admin">Open the console</ButtonLink>
              </div>
            )}
            {hasSlip && (
              <ButtonLink href="/betslip" variant="secondary" wide>
                Back to your betslip
              </ButtonLink>
            )}
            <AllPaymentsLink />
          </>
        ) : (
          <Loading what="the form">
            <div className="flex flex-col gap-4 pt-4">
              <Skeleton className="h-6 w-48" />
              <FieldSkeleton />
              <FieldSkeleton />
              <FieldSkeleton />
              <BoxSkeleton />
            </div>
          </Loading>
        )}
      </div>
    </>
  )
}
