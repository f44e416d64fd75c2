import { lazy, Suspense } from 'react'
import { brand } from '../../shared/brand.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Loading, Skeleton } from '../../shared/ui/states.tsx'

/** Nobody downloads the menu before it is opened. */
const MenuList = lazy(() => import('./menu-list.tsx').then((m) => ({ default: m.MenuList })))

type SideMenuProps = { readonly open: boolean; readonly onClose: () => void }

export function SideMenu({ open, onClose }: SideMenuProps) {
  return (
    <Dialog title={brand.name} open={open} onClose={onClose} place="left">
      {/* Every choice leads somewhere, so the menu closes, also when it leads to the same path with another filter. */}
      <div onClick={(event) => (event.target as Element).closest('a') && onClose()}>
        <Suspense fallback={<MenuSkeleton />}>
          <MenuList />
        </Suspense>
      </div>
    </Dialog>
  )
}

function MenuSkeleton() {
  return (
    <Loading what="the menu">
      <div className="flex flex-col gap-5 p-4">
        {Array.from({ length: 8 }, (_, i) => (
          <Skeleton key={i} look="h-6 w-40" />
        ))}
      </div>
    </Loading>
  )
}
