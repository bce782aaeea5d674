import type { Tour } from '@fairmark/e2e/browser/tour';
import type { Golfer } from '@fairmark/e2e/support/golfer';

/** A page opened by a visitor who has nothing of the product cached. */
export interface BenchRoute {
  route: string;
  /** Address of the page. */
  path: string;
  /** The signed-in golfer; null: signed out. */
  who: Golfer | null;
}

/** Every route of the product in a state with content to show. */
export function benchRoutes(tour: Tour): BenchRoute[] {
  const golfer = (route: string, who: Golfer, path = route): BenchRoute => ({ route, path, who });
  const anonymous = (route: string, path = route): BenchRoute => ({ route, path, who: null });
  return [
    anonymous('/signin'),
    anonymous('/signup'),
    anonymous('/forgot-password'),
    anonymous('/resend-verification-email'),
    anonymous('/reset-password', '/reset-password?token=unknown'),
    anonymous('/verify-email', '/verify-email'),
    golfer('/', tour.newcomer),
    golfer('/create-lobby', tour.newcomer, '/create-lobby?play-type=competitive'),
    golfer('/lobby', tour.host, `/lobby?id=${tour.lobby}`),
    golfer('/lobby-invitation', tour.guest, `/lobby-invitation?id=${tour.lobby}`),
    golfer('/score/{hole}', tour.player, `/score/5?id=${tour.round}`),
    golfer('/{match}/scorecard', tour.signer, `/${tour.verified}/scorecard`),
    golfer('/account', tour.newcomer),
    golfer('/support', tour.newcomer),
    golfer('/clubhouse', tour.signer),
  ];
}
