/** Objects to start a simulation with. */
export const simulationExamples: Readonly<Record<string, string>> = {
  Pod: `apiVersion: v1
kind: Pod
metadata:
  name: debug
spec:
  hostNetwork: true
  containers:
    - name: shell
      image: docker.io/library/busybox
      securityContext:
        privileged: true
      volumeMounts:
        - name: host
          mountPath: /host
  volumes:
    - name: host
      hostPath:
        path: /
`,
  Ingress: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
  ingressClassName: public
  rules:
    - host: www.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port:
                  number: 80
`,
  RoleBinding: `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: everyone
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: edit
subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: system:authenticated
`,
  Service: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: NodePort
  externalIPs:
    - 10.0.0.1
  ports:
    - port: 80
`,
  Claim: `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: fast
  volumeName: someone-elses-volume
  accessModes:
    - ReadWriteOnce
  resources:
    requests:
      storage: 10Gi
`,
};
