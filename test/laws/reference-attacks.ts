import { attack, pod, type TemplateAttack, value } from './attack-objects.ts';

const nfs = [{ name: 'data', nfs: { server: 'nfs.example.com', path: '/tenants' } }];

/** Attacks through Templates whose parameter is a part of a reference that the platform wrote. */
export const referenceAttacks: Readonly<Record<string, TemplateAttack>> = {
  "another tenant's folder of a volume, in a variable": attack(
    pod({
      volumes: nfs,
      containers: [
        {
          name: 'c',
          image: 'i',
          env: [{ name: 'FOLDER', value }],
          volumeMounts: [{ name: 'data', mountPath: '/data', subPathExpr: '$(FOLDER)' }],
        },
      ],
    }),
    'acme',
  ),
};
