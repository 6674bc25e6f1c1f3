import { listAt, type Tree, textAt } from '../../data/tree.ts';
import { annotationList, celOfPrefixes, containersOf, hasAnnotation } from '../cel.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { prefixesOf } from '../parts.ts';
import { containersIn } from '../pods.ts';
import { officialPath, registryPath } from '../registry-path.ts';
import { listIn } from '../request.ts';
import { listOf, type Rule, writes } from '../rule.ts';

const first = "i.split('/')[0]";
const registry = `${first}.lowerAscii()`;

/**
 * The images, completed with their registry as container runtimes do [sources: images-1]. A registry name in capital
 * letters, or with port 443, refers to the same server. An image ID contains no registry: a node runs whichever image it
 * has with this ID [sources: images-2].
 */
const completeImages = (pod: string) => `(${containersOf(pod)}.map(c, c.?image.orValue(''))
  + ${pod}.spec.?volumes.orValue([]).filter(v, has(v.image)).map(v, v.image.?reference.orValue('')))
  .filter(i, i != '')
  .map(i, i.contains('/') && (${first}.contains('.') || ${first}.contains(':') || ${first} == 'localhost'
    || ${first} != ${registry}) || i.startsWith('sha256:') ? i : 'docker.io/' + i)
  .map(i, (${registry}.endsWith(':443') ? ${registry}.substring(0, ${first}.size() - 4) : ${registry}) + i.substring(${first}.size()))
  .map(i, i.startsWith('index.docker.io/') ? i.substring(6) : i)
  .map(i, i.startsWith('docker.io/') && i.split('/').size() == 2 ? 'docker.io/library/' + i.substring(10) : i)`;

/**
 * The prefixes of an image that a list can contain: a registry or repository path, or the repository with or without a
 * tag or digest.
 */
const places = `(${celOfPrefixes('/', 'i')}
  + ([i] + ${celOfPrefixes(':', 'i')} + ${celOfPrefixes('@', 'i')}).filter(p, p.contains('/')))`;

/** Zero in a namespace without a list, where the rule limits nothing. */
const count = (pod: string) => `${hasAnnotation(keys.images)} || ${hasAnnotation(keys.denyImages)}
  ? ${containersOf(pod)}.size() + ${pod}.spec.?volumes.orValue([]).size() : 0`;

const maximum: Maximum = {
  what: 'containers and volumes',
  count: 200,
  cel: (object) => listOf('count', object),
  find: (object, request) => {
    const isLimited = listIn(request, keys.images) ?? listIn(request, keys.denyImages);
    return isLimited ? containersIn(object).length + listAt(object, 'spec', 'volumes').length : 0;
  },
};

export const images: Rule = {
  id: 'images',
  about: 'Registries and repositories of images, in every list of containers and in image volumes.',
  targets: [{ group: '', resources: ['pods', 'pods/ephemeralcontainers'], operations: writes }],
  scope: 'tenants',
  exempts: 'administrators',
  lists: { images: completeImages, count },
  variables: { allowed: annotationList(keys.images), denied: annotationList(keys.denyImages) },
  clauses: limited(maximum, [
    {
      message: `images from a registry or repository that ${keys.images} does not list`,
      cel: (object) =>
        `!${hasAnnotation(keys.images)} ? [] : ${listOf('images', object)}.filter(i, !${places}.exists(p, p in variables.allowed))`,
      find: (object, request) => {
        const allowed = listIn(request, keys.images);
        return allowed ? imagesOf(object).filter((image) => !isFrom(image, allowed)) : [];
      },
    },
    {
      message: `images from a registry or repository that ${keys.denyImages} lists`,
      cel: (object) =>
        `!${hasAnnotation(keys.denyImages)} ? [] : ${listOf('images', object)}.filter(i, ${places}.exists(p, p in variables.denied))`,
      find: (object, request) => {
        const denied = listIn(request, keys.denyImages) ?? [];
        return imagesOf(object).filter((image) => isFrom(image, denied));
      },
    },
  ]),
};

function isFrom(image: string, listed: readonly string[]): boolean {
  const itself = [image, ...prefixesOf(':', image), ...prefixesOf('@', image)];
  const places = [...prefixesOf('/', image), ...itself.filter((place) => place.includes('/'))];
  return places.some((place) => listed.includes(place));
}

function imagesOf(pod: Tree): readonly string[] {
  const all = [
    ...containersIn(pod).map((container) => textAt(container, 'image')),
    ...listAt(pod, 'spec', 'volumes').map((volume) => textAt(volume, 'image', 'reference')),
  ];
  return all.filter((image) => image !== '').map(withRegistry);
}

function withRegistry(image: string): string {
  const [start = '', ...rest] = image.split('/');
  const isRegistry = rest.length > 0 && (/[.:A-Z]/.test(start) || start === 'localhost');
  const isId = image.startsWith('sha256:');
  return officialPath(registryPath(isRegistry || isId ? image : `docker.io/${image}`));
}
