import type { Path } from '../../data/tree.ts';
import type { Report } from '../problem/problem.ts';

/** leasehold publishes no image, so nodes can pull one only from a registry to which you pushed it. */
export function warnAboutImage(image: string, path: Path, report: Report): void {
  if (image.includes('/')) return;
  const message = `the image ${image} does not name a registry, so nodes look for it on Docker Hub, where leasehold publishes no image`;
  const fix = 'push the image to your registry, and set spec.images.leasehold of the Platform';
  report('risky-value', path, message, { fix });
}
