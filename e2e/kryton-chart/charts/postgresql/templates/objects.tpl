{{- $name := .Values.fullnameOverride | default (printf "%s-postgresql" .Release.Name) | trunc 63 | trimSuffix "-" }}
{{- if not .Values.auth.existingSecret }}
apiVersion: v1
kind: Secret
metadata: { name: {{ $name }} }
{{- end }}
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: {{ $name }} }
---
apiVersion: v1
kind: Service
metadata: { name: {{ $name }} }
spec: { type: ClusterIP, ports: [{ name: tcp-postgresql, port: 5432, targetPort: tcp-postgresql }] }
---
apiVersion: v1
kind: Service
metadata: { name: {{ $name }}-hl }
spec: { type: ClusterIP, ports: [{ name: tcp-postgresql, port: 5432, targetPort: tcp-postgresql }] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: {{ $name }} }
spec:
  replicas: 1
  template:
    spec:
      serviceAccountName: {{ $name }}
      containers: [{ name: postgresql, image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}" }]
---
{{- if .Values.primary.initdb.scripts }}
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ $name }}-init-scripts }
{{- end }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: {{ $name }} }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: {{ $name }} }
