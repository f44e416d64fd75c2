import { Skeleton } from '../../shared/ui/states.tsx'

export const ListSkeleton = () =>
  Array.from({ length: 8 }, (_, i) => (
    <div key={i} className="flex justify-between border-b border-line px-3 py-3">
      <Skeleton className="h-8 w-32" />
      <Skeleton className="h-8 w-28" />
    </div>
  ))
